import type { Subject } from './seed-types.ts'

/** What stands on a college's own page beside what its subject says. */
export interface SeedCollegePage {
  /** Prizes that the college gives or that its learners vote: [title, note], 4 of them. */
  readonly honours: readonly (readonly [title: string, note: string])[]
  /** Under the ways in: what its learners' works are, under 10 characters. */
  readonly worksNote: string
  /** Under the ways in: who its teachers are, under 10 characters. */
  readonly teachersNote: string
}

/** Titles of modules that say something else on a college's page than on the home page, by position. */
export const collegeModuleTitles: readonly { position: number; title: string; subTitle: string }[] = [
  { position: 2, title: '再挑一个班', subTitle: '同一个学院里，别的题目' },
  { position: 4, title: '学院的荣誉', subTitle: '同学投票，老师颁奖' },
  { position: 6, title: '学院公开课', subTitle: '不收费，推门就能听' },
  { position: 12, title: '学院文章', subTitle: '老师和同学写的' },
  { position: 14, title: '这一页上有什么', subTitle: '想看哪里，就先看哪里' },
]

export const collegePages: Readonly<Record<Subject, SeedCollegePage>> = {
  illustration: {
    honours: [
      ['年度样书奖', '三十二页，社区图书室的借阅登记写满了两张'],
      ['最多红线奖', '一张水彩改了七遍，七遍都留着'],
      ['写生全勤奖', '四十九位同学，一个冬天没有缺一次'],
      ['首单纪念', '接到第一张商稿的同学，名字都在墙上'],
    ],
    worksNote: '同学画的',
    teachersNote: '都还在画自己的书',
  },
  design: {
    honours: [
      ['看得懂奖', '诊所挂号页，七十岁的人一次填完'],
      ['最少一稿奖', '一块路牌，删到只剩地名和箭头'],
      ['好字奖', '一款描了三百二十字的学生黑体'],
      ['合班最佳拍档', '标注和页面只差两个像素，差在哪也写明了'],
    ],
    worksNote: '同学排的、画的',
    teachersNote: '手头都有项目',
  },
  programming: {
    honours: [
      ['最小改动奖', '删去四十行，慢了半年的列表快了'],
      ['好报错奖', '一句话说清错在哪里、该怎么办'],
      ['一直在线奖', '社区图书角的借阅页，跑了四百天没有停'],
      ['门诊之星', '周日代码门诊，帮人查出最多错的那一位'],
    ],
    worksNote: '打开就能用',
    teachersNote: '白天还在写代码',
  },
  video: {
    honours: [
      ['年度短片', '十一分钟的修鞋铺，社区影院放了三场'],
      ['最舍得剪奖', '四十天的素材，留下九分钟'],
      ['好声音奖', '一条没有配乐的片子，全场安静听完'],
      ['最佳副手', '给六部片子举过杆，名字都在片尾'],
    ],
    worksNote: '同学拍的、剪的',
    teachersNote: '上周还在片场',
  },
  music: {
    honours: [
      ['最常被哼的一首', '《收玩具歌》，一所幼儿园天天在唱'],
      ['卧室录音奖', '一床被子、一支话筒，听不出是卧室'],
      ['慢练奖', '同一页谱子，从六十练到一百二，录了三十天'],
      ['年末音乐会返场', '民乐班的四重奏，台下要求再来一遍'],
    ],
    worksNote: '同学写的、录的',
    teachersNote: '写歌的、弹琴的',
  },
  business: {
    honours: [
      ['开张奖', '十二周里最早卖出第一单的那个小组'],
      ['对得上奖', '十二个月的账，一分不差'],
      ['好合同奖', '改稿次数写得清楚，一次纠纷都没有'],
      ['删得最狠奖', '三千字改成九百字，意思一样多'],
    ],
    worksNote: '同学的账和稿子',
    teachersNote: '开店的、记账的',
  },
}
