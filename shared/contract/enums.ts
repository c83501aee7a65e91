/** Lecture types (spec §3); `classSystem` is 2 "in one enum", live 1 and video 3 are ours. */
export const LectureType = { live: 1, classSystem: 2, video: 3 } as const
export type LectureType = (typeof LectureType)[keyof typeof LectureType]

/** Live status (spec §3). */
export const LiveStatus = { notStarted: 1, live: 2, ended: 3, notFound: 4 } as const
export type LiveStatus = (typeof LiveStatus)[keyof typeof LiveStatus]

/** Module positions of the home and college pages (spec §3). */
export const ModulePosition = {
  banner: 1,
  systemClass: 2,
  collegePainPoints: 3,
  honor: 4,
  materialInfo: 5,
  goodLive: 6,
  productAdvantages: 7,
  studentWorks: 8,
  instructorStyle: 9,
  collegeTopEntry: 10,
  collegeSystemClass: 11,
  comprehensiveInfo: 12,
  sourceMaterial: 13,
  iconNavigation: 14,
  collegeIconNavigation: 15,
  auditionCourse: 16,
} as const
export type ModulePosition = (typeof ModulePosition)[keyof typeof ModulePosition]

/** Sort orders of the course list; 'default' is the school's own order. */
export const courseSorts = ['default', 'new', 'popular', 'price-asc', 'price-desc'] as const
export type CourseSort = (typeof courseSorts)[number]

/** Types of the legal texts. */
export const agreementTypes = ['register', 'privacy', 'purchase', 'refund', 'live', 'community'] as const
export type AgreementType = (typeof agreementTypes)[number]

/** Page types that carry SEO texts of their own (spec §3, common data). */
export const seoTypes = [
  'default',
  'home',
  'courseList',
  'classesList',
  'liveList',
  'college',
  'search',
  'agreement',
  'articleList',
  'worksList',
  'bbs',
] as const
export type SeoType = (typeof seoTypes)[number]

/** Providers of OAuth sign-in. */
export const OauthProvider = { QQ: 'QQ', WECHAT: 'WECHAT' } as const
export type OauthProvider = (typeof OauthProvider)[keyof typeof OauthProvider]

/** What a code by SMS or call is good for; it is of no use for anything else. */
export const SmsPurpose = {
  login: 'login',
  register: 'register',
  reset: 'reset',
  bindOld: 'bindOld',
  bindNew: 'bindNew',
  oauth: 'oauth',
  deregister: 'deregister',
  export: 'export',
  /** To change how the account is entered. */
  verify: 'verify',
} as const
export type SmsPurpose = (typeof SmsPurpose)[keyof typeof SmsPurpose]

/** What happened to the ways into an account, as its security log has it. */
export const securityEventKinds = [
  'link',
  'unlink',
  'firstPhone',
  'newPhone',
  'firstPassword',
  'newPassword',
  'endSession',
  'endOthers',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** Order status (spec §4). */
export const OrderStatus = { waitPayment: 0, allPaid: 1, partlyPaid: 2, refund: 3, partRefund: 4, cancel: 5 } as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

/** Pay state (spec §4): `unpaid` is a try that failed; only the order's status says that it is paid. */
export const PayState = { notPay: 0, paying: 1, unpaid: 2 } as const
export type PayState = (typeof PayState)[keyof typeof PayState]

/** Payment channel (spec §4). */
export const PayChannel = { online: 1, onBehalf: 2, adminInject: 3, deposit: 4, activityDeposit: 5 } as const
export type PayChannel = (typeof PayChannel)[keyof typeof PayChannel]

/** Use state (spec §4). */
export const UseState = { notUsed: 1, onBehalf: 2, over: 3 } as const
export type UseState = (typeof UseState)[keyof typeof UseState]

/** Comment state (spec §4). */
export const CommentState = { notComplete: 0, commented: 1, notCommented: 2 } as const
export type CommentState = (typeof CommentState)[keyof typeof CommentState]

/** State of a deposit. */
export const DepositState = { unpaid: 0, held: 1, locked: 2, used: 3, refunded: 4, closed: 5 } as const
export type DepositState = (typeof DepositState)[keyof typeof DepositState]

/** Kinds of coupons: off a price from a threshold on, or off any price. */
export const CouponKind = { fullReduction: 1, direct: 2 } as const
export type CouponKind = (typeof CouponKind)[keyof typeof CouponKind]

/** State of a learner's coupon. */
export const UserCouponState = { unused: 1, locked: 2, used: 3, expired: 4 } as const
export type UserCouponState = (typeof UserCouponState)[keyof typeof UserCouponState]

/** State of a refund request. */
export const RefundState = { asked: 1, approved: 2, refused: 3, withdrawn: 4, done: 5 } as const
export type RefundState = (typeof RefundState)[keyof typeof RefundState]

/** State of money that came and that no order takes by itself; settled: the provider put it right itself. */
export const PaymentReviewState = { waiting: 1, counted: 2, givenBack: 3, settled: 4 } as const
export type PaymentReviewState = (typeof PaymentReviewState)[keyof typeof PaymentReviewState]

/** Ways to pay that the cashier can offer. */
export const payTypes = ['wechat', 'alipay'] as const
export type PayType = (typeof payTypes)[number]

/** Access check of a lesson (spec §4): pass, no such course, no class schedule chosen, not bought. */
export const CheckCode = { pass: 100, noCourse: 101, noSchedule: 102, notBought: 103 } as const
export type CheckCode = (typeof CheckCode)[keyof typeof CheckCode]

/** Kinds of lessons. */
export const PeriodKind = { live: 1, video: 2, aiLive: 3 } as const
export type PeriodKind = (typeof PeriodKind)[keyof typeof PeriodKind]

/** Kinds of rooms: a live class, a film played on the clock (录播直播), a room for questions. */
export const RoomKind = { live: 1, aiLive: 2, answer: 3 } as const
export type RoomKind = (typeof RoomKind)[keyof typeof RoomKind]

/** Whether a question room may be entered (spec §4): 1 grants, every other value denies. */
export const AnswerRoomStatus = { denied: 0, granted: 1 } as const
export type AnswerRoomStatus = (typeof AnswerRoomStatus)[keyof typeof AnswerRoomStatus]

/** Who somebody is in a room (spec §3). */
export const imUserTypes = ['vip', 'freeStudy', 'headMaster', 'teacher', 'assistant', 'education'] as const
export type ImUserType = (typeof imUserTypes)[number]

/** System messages of a room (spec §3); clients ignore every other number, 4 included. */
export const SystemMessage = {
  evaluate: 1,
  recall: 2,
  push: 3,
  refreshUser: 5,
  mute: 6,
  aiLive: 7,
  liveStop: 8,
  notice: 9,
  pendant: 10,
  /** Whose turn it is in a room for questions (added). */
  queueCall: 11,
} as const
export type SystemMessage = (typeof SystemMessage)[keyof typeof SystemMessage]

/** Custom messages of a room (spec §3): `fake` is a demonstration's and is marked as one. */
export const CustomMessage = { fake: 1, gift: 2 } as const
export type CustomMessage = (typeof CustomMessage)[keyof typeof CustomMessage]

/** Rates at which a film can be played (spec §9). */
export const playRates = [0.7, 1, 1.5, 2] as const
export type PlayRate = (typeof playRates)[number]

/** Kinds of messages, as the tabs of the message page have them. */
export const messageKinds = ['study', 'order', 'notice'] as const
export type MessageKind = (typeof messageKinds)[number]

/** Homework state (spec §4): not complete is also what came back to be done again. */
export const HomeworkState = { notComplete: 1, waitingCorrection: 2, corrected: 3 } as const
export type HomeworkState = (typeof HomeworkState)[keyof typeof HomeworkState]

/** What became of one hand-in: a teacher sent it back or corrected it, its learner took it back or handed in another. */
export const HomeworkOutcome = { returned: 1, corrected: 2, takenBack: 3, replaced: 4 } as const
export type HomeworkOutcome = (typeof HomeworkOutcome)[keyof typeof HomeworkOutcome]

/** Whose file it is. */
export const HomeworkSide = { learner: 1, correction: 2 } as const
export type HomeworkSide = (typeof HomeworkSide)[keyof typeof HomeworkSide]
