/** A note of the demo's learner. */
export interface SeedNote {
  /** Title of the lesson. */
  readonly lesson: string
  /** Where it stands, in seconds: of the film, or of the class while it was on. */
  readonly second: number
  readonly text: string
}

/** Written at films. */
export const filmNotes: readonly SeedNote[] = [
  {
    lesson: '给数字起名字：变量',
    second: 312,
    text: 'const 是说这个名字不再换人，不是说里面的东西不会变。\n先都写 const，报错了再改 let。',
  },
  {
    lesson: '一句话也是数据：字符串',
    second: 540,
    text: '数字和文字用 + 连在一起，结果是文字：1 + "2" 得 "12"。\n算之前先 Number() 一下。',
  },
  {
    lesson: '今天带不带伞：条件判断',
    second: 705,
    text: '=== 比值也比类型，== 会悄悄转换。老师说这门课里一律用三个等号。',
  },
  { lesson: '购物单：数组与下标', second: 428, text: '下标从 0 开始，最后一个是 length - 1。作业里就是这里数错了。' },
  {
    lesson: '把想拍的写成一句话',
    second: 246,
    text: '谁，想要什么，被什么拦住。三样里少一样，后面剧本就写不动。',
  },
  {
    lesson: '画十二格分镜',
    second: 903,
    text: '每格只写三样：景别、人在哪儿、镜头动不动。\n画得丑没关系，现场的人看得懂就行。',
  },
  { lesson: '第一次粗剪，一定太长', second: 1320, text: '粗剪 9 分 40 秒，先不删镜头，把每个镜头的头尾各剪掉一秒，看还剩多少。' },
  {
    lesson: '买一台烤箱算不算花钱',
    second: 668,
    text: '烤箱是固定资产，不是当月费用：6000 元按 5 年摊，每月记 100 元折旧。',
  },
  { lesson: '给圆柱找明暗交界线', second: 610, text: '交界线不是一条线，是一块最暗的面。先眯眼看，再下笔。' },
]

/** Written in classes, while they were on. */
export const classNotes: readonly SeedNote[] = [
  {
    lesson: '摆静物就是构图的第一笔',
    second: 1_475,
    text: '三样东西别摆成一条线。最高的放在三分之一处，旁边留一块空。',
  },
  { lesson: '只画影子，不画罐子', second: 2_210, text: '影子的边：离物体近的地方实，远的地方虚。先画影子，罐子自己就出来了。' },
  {
    lesson: '颜色第一天：白布有几种白',
    second: 3_020,
    text: '白布一张里调出了五种白：窗边偏蓝，罐子旁边偏橙，褶子里偏紫灰。\n问老师：纯白什么时候用？答：最后，一笔。',
  },
]
