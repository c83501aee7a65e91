import { randomInt } from 'node:crypto'
import type { Database } from '#server/backend/db/database.ts'
import { listTakenNicknames } from './nickname-store.ts'

const moods =
  '早起的 晚归的 爱画画的 爱唱歌的 看云的 听雨的 数星星的 晒太阳的 吹晚风的 踩落叶的 等花开的 种番茄的 烤面包的 泡茶的 写信的 读诗的 磨铅笔的 调颜色的 弹吉他的 拍照片的 剪影片的 记日记的 爬山的 骑车的 散步的 慢跑的 赶海的 看日出的 追晚霞的 逛旧书店的 坐窗边的 爱提问的 不慌张的 慢慢来的 认真的 好奇的 安静的 勇敢的 温柔的 快活的 圆滚滚的 亮晶晶的 热乎乎的 软绵绵的 薄荷味的 海盐味的 桂花味的 柠檬味的'.split(
    ' ',
  )
const beings =
  '松鼠 海獭 刺猬 水獭 小鹿 狐狸 熊猫 企鹅 鲸鱼 海豚 白鹭 燕子 麻雀 猫头鹰 啄木鸟 画眉 萤火虫 蜻蜓 蜗牛 小象 羊驼 考拉 树懒 柴犬 橘猫 三花猫 兔子 云朵 月亮 星星 彩虹 春笋 蒲公英 向日葵 银杏 青柠 橙子 柿子 石榴 荔枝 豆包 汤圆 铅笔 画笔 风铃 灯塔 纸船 风筝'.split(
    ' ',
  )
const candidates = 8

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? ''
}

/** A nickname that nobody bears, as far as eight tries find one: 听雨的松鼠. At most 16 characters. */
export async function suggestNickname(db: Database): Promise<string> {
  const names = Array.from({ length: candidates }, (_, index) => {
    const name = `${pick(moods)}${pick(beings)}`
    // the later ones are for the day when most are taken
    return index < candidates / 2 ? name : `${name}${randomInt(10, 1000)}`
  })
  const taken = await listTakenNicknames(db, names)
  const isTaken = new Set(taken.map(({ nickname }) => nickname))
  return names.find((name) => !isTaken.has(name)) ?? `${pick(moods)}${pick(beings)}${randomInt(1000, 10_000)}`
}
