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

/** Account status as stored. */
export const AccountStatus = { active: 1, disabled: 2, deregistered: 3 } as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]

/** State of an export as stored. */
export const ExportState = { making: 1, ready: 2, failed: 3, gone: 4 } as const
export type ExportState = (typeof ExportState)[keyof typeof ExportState]

/** States of one refund at a provider. */
export const RefundStatus = { requested: 1, processing: 2, done: 3, failed: 4 } as const
export type RefundStatus = (typeof RefundStatus)[keyof typeof RefundStatus]

/** Why an order doesn't take money that came for it by itself. */
export const ReviewReason = { amount: 1, tradeNumber: 2 } as const
export type ReviewReason = (typeof ReviewReason)[keyof typeof ReviewReason]

/** States of a payment. */
export const PaymentStatus = { pending: 1, succeeded: 2, failed: 3, closed: 4, review: 5 } as const
export type PaymentStatus = (typeof PaymentStatus)[keyof typeof PaymentStatus]

/** Kinds of an order. */
export const OrderKind = { product: 1, deposit: 2 } as const
export type OrderKind = (typeof OrderKind)[keyof typeof OrderKind]

/** States of an order's line. */
export const ItemState = { sold: 1, refunded: 2, ownedBefore: 3 } as const
export type ItemState = (typeof ItemState)[keyof typeof ItemState]

/** State of a coupon that can be taken. */
export const CouponState = { notStarted: 1, claimable: 2, soldOut: 3, ended: 4 } as const
export type CouponState = (typeof CouponState)[keyof typeof CouponState]

/** Where an enrolment comes from. */
export const EnrolmentSource = { order: 1, free: 2, staff: 3 } as const
export type EnrolmentSource = (typeof EnrolmentSource)[keyof typeof EnrolmentSource]

/** State of an upload as stored. */
export const UploadState = { pending: 1, stored: 2, purged: 3 } as const
export type UploadState = (typeof UploadState)[keyof typeof UploadState]

/** What can be found, by the number that stands for it in the database. */
export const DocumentKind = { course: 1, classes: 2, article: 3, work: 4, post: 5 } as const
export type DocumentKind = (typeof DocumentKind)[keyof typeof DocumentKind]

/** State of a post or a comment: only what is published is shown. */
export const PostStatus = { pending: 1, published: 2, rejected: 3 } as const
export type PostStatus = (typeof PostStatus)[keyof typeof PostStatus]

/** What became of a text that was sent: it waits for somebody to look at it, or everybody sees it (spec §4, forum). */
export const SubmissionCode = { pending: 1, published: 2 } as const
export type SubmissionCode = (typeof SubmissionCode)[keyof typeof SubmissionCode]

/** Why somebody is told of a comment: it answers their post or comment, cites them, or calls them by name. */
export const NoticeReason = { post: 1, answer: 2, quote: 3, mention: 4 } as const
export type NoticeReason = (typeof NoticeReason)[keyof typeof NoticeReason]

/** State of an article or a student work. */
export const PublishStatus = { draft: 0, published: 1, hidden: 2 } as const
export type PublishStatus = (typeof PublishStatus)[keyof typeof PublishStatus]

/** Why a session ended, as the column says it. */
export const EndReason = {
  logout: 1,
  superseded: 2,
  expired: 3,
  disabled: 4,
  deregistered: 5,
  credentials: 6,
  byOwner: 7,
} as const
export type EndReason = (typeof EndReason)[keyof typeof EndReason]

/** State of a course or programme: only what is on sale has a page. */
export const ProductStatus = { draft: 0, onSale: 1, off: 2 } as const

/** State of a class, one run of a course: a closed one takes nobody any more. */
export const ScheduleStatus = { open: 1, closed: 2, cancelled: 3 } as const

/** State of an enrolment: over with its time, revoked with its money. */
export const EnrolmentStatus = { active: 1, over: 2, revoked: 3 } as const

/** State of a film: only one that is ready is played. */
export const MediaStatus = { ready: 1 } as const

/** Kinds of films and recordings. */
export const MediaKind = { video: 1, audio: 2, recording: 3 } as const

/** Kinds of links in the footer. */
export const LinkKind = { friendly: 1, about: 2 } as const

/** Kinds of course types: subjects, and two sorts of directions below them. */
export const CourseTypeKind = { subject: 1, direction: 2, classDirection: 3 } as const

/** Kinds of what users upload, as the database has them. */
export const StoredUploadKind = { image: 1, video: 2, audio: 3, archive: 4 } as const

/** Who is shown a notice of the school. */
export const NoticeAudience = { everybody: 1, learners: 2 } as const

/** Homework state (spec §4): not complete is also what came back to be done again. */
export const HomeworkState = { notComplete: 1, waitingCorrection: 2, corrected: 3 } as const
export type HomeworkState = (typeof HomeworkState)[keyof typeof HomeworkState]

/** What became of one hand-in: a teacher sent it back or corrected it, its learner took it back or handed in another. */
export const HomeworkOutcome = { returned: 1, corrected: 2, takenBack: 3, replaced: 4 } as const
export type HomeworkOutcome = (typeof HomeworkOutcome)[keyof typeof HomeworkOutcome]

/** Whose file it is. */
export const HomeworkSide = { learner: 1, correction: 2 } as const
export type HomeworkSide = (typeof HomeworkSide)[keyof typeof HomeworkSide]

/** What is drawn on a photo. */
export const MarkKind = { pen: 1, circle: 2, pin: 3 } as const
export type MarkKind = (typeof MarkKind)[keyof typeof MarkKind]

/** State of an exam for one learner (spec §4). */
export const ExamStatus = { notBegun: 1, open: 2, answering: 3, handedIn: 4, scored: 5, missed: 6 } as const
export type ExamStatus = (typeof ExamStatus)[keyof typeof ExamStatus]

/** State of a paper for the school. */
export const PaperState = { draft: 1, published: 2, withdrawn: 3 } as const
export type PaperState = (typeof PaperState)[keyof typeof PaperState]

/** When the right answers are seen. */
export const AnswersRevealed = { afterHandingIn: 1, afterEnd: 2, never: 3 } as const
export type AnswersRevealed = (typeof AnswersRevealed)[keyof typeof AnswersRevealed]

/** Kinds of questions. */
export const QuestionKind = { single: 1, multiple: 2, trueFalse: 3, fillIn: 4, shortAnswer: 5 } as const
export type QuestionKind = (typeof QuestionKind)[keyof typeof QuestionKind]

/** State of one attempt. */
export const AttemptState = { answering: 1, handedIn: 2, scored: 3 } as const
export type AttemptState = (typeof AttemptState)[keyof typeof AttemptState]

/** Who ended an attempt. */
export const AttemptClosedBy = { learner: 1, clock: 2 } as const
export type AttemptClosedBy = (typeof AttemptClosedBy)[keyof typeof AttemptClosedBy]

/** What became of a batch of answers: they stand, came too late, or came from a device that no longer writes. */
export const ExamSaveState = { saved: 1, over: 2, takenOver: 3 } as const
export type ExamSaveState = (typeof ExamSaveState)[keyof typeof ExamSaveState]

/** Why an answer wasn't taken. */
export const UnsavedReason = { late: 1, otherDevice: 2 } as const
export type UnsavedReason = (typeof UnsavedReason)[keyof typeof UnsavedReason]

/** State of a question in the mistake book. */
export const MistakeState = { active: 1, mastered: 2, dismissed: 3 } as const
export type MistakeState = (typeof MistakeState)[keyof typeof MistakeState]

/** How a question came into the mistake book. */
export const MistakeSource = { exam: 1, added: 2 } as const
export type MistakeSource = (typeof MistakeSource)[keyof typeof MistakeSource]

/** Which posts of a plate are looked at before they are shown. */
export const ReviewMode = { all: 1, newcomers: 2, none: 3 } as const
export type ReviewMode = (typeof ReviewMode)[keyof typeof ReviewMode]

/** What a word of the forum's list does to a text that has it. */
export const WordAction = { review: 1, refuse: 2 } as const
export type WordAction = (typeof WordAction)[keyof typeof WordAction]

/** Why a text of the forum lies before its reviewers. */
export const CaseKind = { review: 1, report: 2 } as const
export type CaseKind = (typeof CaseKind)[keyof typeof CaseKind]

/** What a case or a decision of the forum is about. */
export const ForumTarget = { post: 1, revision: 2, comment: 3 } as const
export type ForumTarget = (typeof ForumTarget)[keyof typeof ForumTarget]

/** What the staff of the forum decide. */
export const DecisionAct = { approve: 1, refuse: 2, remove: 3, keep: 4, warn: 5, ban: 6 } as const
export type DecisionAct = (typeof DecisionAct)[keyof typeof DecisionAct]

/** Days of a ban; 0: for good. */
export const BanDays = { forGood: 0, three: 3, seven: 7, thirty: 30 } as const
export type BanDays = (typeof BanDays)[keyof typeof BanDays]

/** What a ticket is about. */
export const TicketKind = { feedback: 1, complaint: 2, conversation: 3, refundAppeal: 4 } as const
export type TicketKind = (typeof TicketKind)[keyof typeof TicketKind]

/** State of a ticket: nobody has it, somebody has, it was answered, it is over. */
export const TicketState = { open: 1, taken: 2, answered: 3, closed: 4 } as const
export type TicketState = (typeof TicketState)[keyof typeof TicketState]

/** Who says something in a ticket. */
export const TicketSide = { asker: 1, staff: 2, machine: 3 } as const
export type TicketSide = (typeof TicketSide)[keyof typeof TicketSide]

/** What feedback is about. */
export const feedbackTypes = ['advice', 'fault', 'course', 'other'] as const
export type FeedbackType = (typeof feedbackTypes)[number]

/** Who says something in a conversation with customer service: its owner, an agent, the school itself. */
export const ConversationSide = { owner: 1, agent: 2, school: 3 } as const
export type ConversationSide = (typeof ConversationSide)[keyof typeof ConversationSide]

/** What the school itself says in a conversation. */
export const ConversationEvent = {
  /** Somebody has come to answer. */
  taken: 1,
  /** Another agent goes on. */
  handedOver: 2,
  closed: 3,
  /** Nothing was said for long. */
  closedByIdle: 4,
  /** The hours are over, or nobody is there. */
  offDuty: 5,
  /** What was asked has a number, and a time until which it is answered. */
  ticket: 6,
  /** What was said before signing in has come along. */
  joined: 7,
} as const
export type ConversationEvent = (typeof ConversationEvent)[keyof typeof ConversationEvent]

/** Who ended a round of a conversation. */
export const RoundClosedBy = { agent: 1, idle: 2 } as const
export type RoundClosedBy = (typeof RoundClosedBy)[keyof typeof RoundClosedBy]
