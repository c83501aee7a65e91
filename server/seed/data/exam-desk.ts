/** What the demo's learner has taken: which paper, how, and the short answer in their own words. */
export interface SeedOwnAttempt {
  readonly title: string
  /** Days before now; for a paper that is over, before its end. */
  readonly daysAgo: number
  /** So many of a hundred objective questions are right. */
  readonly skill: number
  readonly answer: string
  /** What was given for it; left out: it still waits for its teacher. */
  readonly mark?: { readonly score: number; readonly comment: string }
}

export const ownAttempts: readonly SeedOwnAttempt[] = [
  {
    title: '三张表：结课考',
    daysAgo: 2,
    skill: 60,
    answer: '先看有没有欠款，再看店里的咖啡机是不是自己的，还要问房租什么时候到期。净利润九万要除以十二，一个月七千五，够不够再请一个人。',
    mark: { score: 10, comment: '欠款、设备、房租都问到了。老板自己的工资算在九万里吗？储值卡呢？' },
  },
  {
    title: 'JavaScript 基础：阶段考',
    daysAgo: 16,
    skill: 50,
    answer: '先用 filter 留下 known 为 false 的词，再用 Math.random 乘长度做下标。容易错的是全部掌握以后数组是空的。',
    mark: { score: 11, comment: '先过滤再抽，正是要点。可是乘出来的是小数，拿它做下标会得到什么？' },
  },
  {
    title: '创作者的版权与合同：小测',
    daysAgo: 1,
    skill: 62,
    answer: '“您好，可以先看看我做过的作品。如果要看这个主题的小稿，需要先付二百元，合作后抵扣。”因为画一张小稿也要半天，先付一点双方都认真。',
    mark: { score: 13, comment: '语气和价格都合适。再加一句小稿能不能拿去用，就更稳了。' },
  },
  {
    title: '乐理入门自测',
    daysAgo: 7,
    skill: 55,
    answer: '定调是定从哪个音开始唱。太高就整首往下降，音和音之间的距离不变，降到最高的那句不用喊为止。',
    mark: { score: 13, comment: '距离不变说对了。降多了，最低的那句会怎样？' },
  },
  {
    title: '听音与混音：结课考',
    daysAgo: 2,
    skill: 58,
    answer: '《晴天》副歌进来之前，鼓先停了半小节，然后吉他从一把变成左右各一把，主唱后面多了一层高八度的和声。所以不是更响，是更宽。',
    mark: { score: 13, comment: '“不是更响，是更宽”说得好。混响有没有变，再听一遍。' },
  },
  {
    title: 'JavaScript 基础：阶段考',
    daysAgo: 3,
    skill: 80,
    answer: '先 filter 出没掌握的；是空的就写“全部掌握了”；不是空的就取 Math.floor(Math.random() * rest.length)。另外记住上一个词，只剩一个的时候才允许重复。容易错：空数组、小数下标。',
    mark: { score: 15, comment: '上次的两处都补上了，还想到了只剩一个词的时候。' },
  },
  {
    title: '色彩与空气：阶段考',
    daysAgo: 1,
    skill: 72,
    answer: '阳台往外看，傍晚六点。上面是天，偏暖的浅黄，最亮；中间是对面的楼，逆光，灰紫，最暗；下面是楼下的树，冷绿，明度在两者之间。天只留一条，因为楼之间的缝很窄，想画出挤的感觉。',
  },
]

/** The one that is under way: so many of its questions are answered, and the short answer is begun. */
export const openAttempt = {
  title: '网格与中文排印：阶段考',
  answered: 8,
  answer: '手边是一张超市小票。商品名和价格之间隔得太远，',
} as const
