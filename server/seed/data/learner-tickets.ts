import { type FeedbackType, TicketKind, TicketState } from '#shared/contract/enums.ts'

/** One thing said, so many hours ago. */
export interface DemoWords {
  readonly by: 'learner' | 'office' | 'machine'
  readonly hoursAgo: number
  readonly text: string
}

/** A ticket of the demo's learner. */
export interface DemoTicket {
  /** The last six digits of its number; before them stands its day. */
  readonly tail: string
  readonly kind: TicketKind
  readonly state: TicketState
  readonly category?: FeedbackType
  readonly problem?: string
  readonly isAboutCourse?: true
  readonly rating?: number
  readonly ratingWords?: string
  readonly said: readonly DemoWords[]
}

/** One of each state; the newest last. */
export const demoTickets: readonly DemoTicket[] = [
  {
    tail: '480215',
    kind: TicketKind.feedback,
    state: TicketState.closed,
    category: 'fault',
    rating: 5,
    ratingWords: '当天就修好了，还告诉我是什么原因。',
    said: [
      { by: 'learner', hoursAgo: 330, text: '回放拖到后半段会跳回开头，上周三的课，用的是 Edge。' },
      { by: 'office', hoursAgo: 326, text: '收到，请问拖动时页面右上角的清晰度是哪一档？我们这边用高清没有重现。' },
      { by: 'learner', hoursAgo: 325, text: '是流畅。换成高清就好了。' },
      { by: 'office', hoursAgo: 318, text: '找到了：流畅那一份录像的时间表少了一段，已经重新生成。请刷新后再看，有问题随时回在这里。' },
    ],
  },
  {
    tail: '117840',
    kind: TicketKind.complaint,
    state: TicketState.answered,
    problem: '作业没有批改或批改敷衍',
    isAboutCourse: true,
    said: [
      { by: 'learner', hoursAgo: 120, text: '第三次作业交了五天，只回了两个字“不错”。我想知道明暗交界线画得对不对。' },
      { by: 'office', hoursAgo: 96, text: '您说得对，这份批改没有说到要点。我们已经请助教按作业要求逐条重批，最晚明天晚上您会看到。' },
      { by: 'learner', hoursAgo: 60, text: '重批的看到了，圈得很清楚，谢谢。以后也能这样就好。' },
      { by: 'office', hoursAgo: 40, text: '会的。我们把“只有一句话的批改”列进了每周的抽查，抽到会退回去重写。还有别的事随时说。' },
    ],
  },
  {
    tail: '662093',
    kind: TicketKind.feedback,
    state: TicketState.taken,
    category: 'course',
    isAboutCourse: true,
    said: [
      { by: 'learner', hoursAgo: 30, text: '课上说的参考图在哪里下载？资料里只有第一讲的。' },
      { by: 'office', hoursAgo: 26, text: '正在向老师要第二讲以后的原图，拿到后会放进资料区，并在这里告诉您。' },
      { by: 'learner', hoursAgo: 5, text: '好的。如果有大图就更好，手机上看不清笔触。' },
    ],
  },
  {
    tail: '035527',
    kind: TicketKind.feedback,
    state: TicketState.open,
    category: 'advice',
    said: [{ by: 'learner', hoursAgo: 3, text: '希望课表能按老师筛选，我同时跟两位老师的课，找起来有点慢。' }],
  },
]

/** Answers that are at hand. */
export const cannedAnswers: readonly (readonly [title: string, content: string])[] = [
  ['收到，正在查', '收到，我们正在查，查清楚后会在这里告诉您。'],
  ['播放卡顿', '请先把清晰度换成“流畅”，或换一个网络再试；还是卡的话，请告诉我们是哪一讲、大约第几分钟、用的什么浏览器。'],
  ['退款进度', '退款按原路退回，支付宝一般当天到账，银行卡一到三个工作日。订单页的时间线上能看到走到了哪一步。'],
  ['调课', '调课会提前发站内消息，新的时间以“我的课表”为准；赶不上可以看回放，也可以申请换班。'],
  ['材料寄送', '材料在开课前一周寄出，寄出后物流单号会写在订单里。地址有变请在“我的信息”里改好再告诉我们。'],
  ['已经修好', '已经修好了，请刷新后再试。如果还有问题，直接回在这里。'],
]
