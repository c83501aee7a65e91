import type { SheetName } from '../pictures/homework-sheets.ts'

/** A photo that somebody handed in: what is on the sheet, and which of its drawings. */
export interface SeedPhoto {
  readonly sheet: SheetName
  readonly seed: string
  readonly name: string
}

/** What a hand-in is followed by. */
export interface SeedAnswer {
  readonly score?: number
  readonly words: string
  readonly hoursLater: number
}

export interface SeedHandIn {
  /** The lesson of the still-life class, counted from 1. */
  readonly lesson: number
  readonly content: string
  readonly photos: readonly SeedPhoto[]
  /** Before now. */
  readonly hoursAgo: number
  readonly isLate?: true
  readonly returned?: SeedAnswer
  readonly corrected?: SeedAnswer & { readonly score: number; readonly isExcellent?: true; readonly mayShow?: true }
}

const photo = (sheet: SheetName, seed: string, name: string): SeedPhoto => ({ sheet, seed, name: `${name}.jpg` })

/** What the demo's learner has handed in, the later rounds after the earlier ones. */
export const learnerHandIns: readonly SeedHandIn[] = [
  {
    lesson: 1,
    content:
      '摆了搪瓷杯、陶罐和一只苹果。第四张选的是罐子靠左、苹果压在右下角的那种，因为中间空出来的地方像一条路，眼睛会从罐口走到苹果。',
    photos: [photo('thumbnails', 'own-1', '五种摆法'), photo('jar', 'own-1b', '选中的一张')],
    hoursAgo: 36 * 24,
    corrected: {
      score: 94,
      words: '五张里选得准，理由也说到了点子上：是空的地方在带眼睛走。罐子的右边再收一点，苹果会更稳。',
      hoursLater: 20,
      isExcellent: true,
    },
  },
  {
    lesson: 2,
    content: '一开始总想勾边，后来把铅笔横过来就不想了。罐口里面最黑，罐身的影子边上反而浅一点，不知道是不是桌子反的光。',
    photos: [photo('shadow', 'own-2', '只画影子')],
    hoursAgo: 32 * 24 - 5,
    corrected: {
      score: 82,
      words: '是桌子反的光，看见了就好。影子的形状站住了，罐口的黑还可以再小一圈，现在它比罐身还抢眼。',
      hoursLater: 26,
    },
  },
  {
    lesson: 3,
    content: '三张在一张纸上：罐子放桌上、椅子上、地上。线是最后补的，量的时候纸有点歪。',
    photos: [photo('heights', 'own-3', '三个高度')],
    hoursAgo: 17 * 24,
    returned: {
      words: '第三只的罐口画得和第二只一样扁：放在地上，看进去的口应该圆得多。三条线也要跟着弯，不是直的。请再画一遍第三只。',
      hoursLater: 30,
    },
  },
  {
    lesson: 5,
    content: '花是楼下剪的月季，先画的茎。最难的是花往我这边弯过来的那一段，画了四遍，留了第四遍。',
    photos: [photo('jar', 'own-5', '瓶与花'), photo('window', 'own-5b', '那天的窗')],
    hoursAgo: 20,
  },
]

/** What the class's own tasks ask, beside those for everybody. */
export const flowerTask = {
  title: '一支花和它的瓶口',
  requirement: '从瓶口画起，画一支花怎样长出来。茎在瓶口里的那一段也要画，看不见的地方用虚线。拍照时连瓶子一起拍一张。',
} as const
export const whitesTask = {
  title: '七块白',
  requirement: '在同一块白布上找七种白，涂成七个色块，按冷暖排好，写上各在布的哪一处。照片在窗边拍，不要开灯。',
} as const

/** What others of the class have handed in, by their place among the forum's people. */
export const classHandIns: readonly (SeedHandIn & { readonly who: number })[] = [
  {
    who: 0,
    lesson: 6,
    content: '七块都在。第五块总是偏蓝，擦了两次，后来发现是窗外的楼。',
    photos: [photo('whites', 'who-0', '七块白')],
    hoursAgo: 3,
  },
  {
    who: 1,
    lesson: 5,
    content: '手有点抖，花瓣画得比瓶子重了。瓶口的椭圆是照着老师说的，先画十字。',
    photos: [photo('jar', 'who-1', '瓶口'), photo('jar', 'who-1b', '第二张')],
    hoursAgo: 30,
  },
  {
    who: 2,
    lesson: 6,
    content: '凌晨烤面包的时候看的白布，和下午看的不一样，我交的是下午的。',
    photos: [photo('whites', 'who-2', '下午的白')],
    hoursAgo: 9,
  },
  {
    who: 3,
    lesson: 4,
    content: '夜班，只有早上七点那一会儿有太阳，窗格是斜的。照片里左边是窗帘。',
    photos: [photo('window', 'who-3', '早上七点')],
    hoursAgo: 41,
    isLate: true,
  },
  {
    who: 4,
    lesson: 3,
    content: '第一遍三只一样扁，老师退回了。这次坐在地上重画了第三只。',
    photos: [photo('heights', 'who-4', '重画的三只')],
    hoursAgo: 14,
  },
  {
    who: 5,
    lesson: 5,
    content: '没有花，用的是一根葱。',
    photos: [photo('jar', 'who-5', '葱')],
    hoursAgo: 22,
  },
  {
    who: 6,
    lesson: 2,
    content: '补交。影子铺了三层，最后一层用的 6B，好像太黑了。',
    photos: [photo('shadow', 'who-6', '三层影子')],
    hoursAgo: 6,
    isLate: true,
  },
  {
    who: 0,
    lesson: 1,
    content: '五张都拍了，选第二张。',
    photos: [photo('thumbnails', 'who-0b', '五张小稿')],
    hoursAgo: 35 * 24,
    corrected: { score: 86, words: '小稿很清楚。理由再写一句，写给三个月后的自己看。', hoursLater: 22 },
  },
  {
    who: 2,
    lesson: 2,
    content: '关了灯只留烤箱的光，影子是暖的，铅笔画不出来暖，就画得松一点。',
    photos: [photo('shadow', 'who-2b', '烤箱的光')],
    hoursAgo: 31 * 24,
    corrected: { score: 95, words: '“画得松一点”就是答案。这一张请留着。', hoursLater: 18, isExcellent: true, mayShow: true },
  },
]

/** The round before the second one of the fifth of them. */
export const earlierRound: SeedHandIn = {
  lesson: 3,
  content: '三只陶罐，量了三条线。',
  photos: [photo('heights', 'who-4b', '三只')],
  hoursAgo: 16 * 24,
  returned: { words: '三只的罐口一样扁，地上的那只请坐低了再看。', hoursLater: 28 },
}

/** Of the course in layout: one that came back and is closed by now, and one that was corrected. */
export const layoutHandIns = [
  {
    title: '量一页书的网格',
    content: '量的是家里的一本菜谱：三十二行，每行二十六个字，版心偏上。照片拍糊了，数字在纸上。',
    photos: [photo('grid', 'own-grid', '网格')],
    hoursAgo: 30 * 24,
    isClosed: true,
    returned: { words: '数字对，照片看不清四边。请平放着再拍一张。', hoursLater: 25 },
  },
  {
    title: '三种行距',
    content: '同一段三百字，行距一倍半、一又四分之三、两倍。给老人读选第二种：两倍的时候，眼睛换行会找不到下一行。',
    photos: [photo('grid', 'own-lines', '三种行距')],
    hoursAgo: 15 * 24,
    isClosed: false,
    corrected: { score: 88, words: '理由是看出来的，不是背出来的，好。把三种并排打印一张，会更清楚。', hoursLater: 21 },
  },
] as const
