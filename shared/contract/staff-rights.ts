import { conversationRights } from '#shared/contract/conversation-rights.ts'

/** Roles that an account can be given; administrators are marked on the account itself and hold every right. */
export const staffRoles = ['teacher', 'follow', 'education', 'headMaster', 'instructor'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What the roles are called in answers and documents. */
export const staffRoleNames: Readonly<Record<StaffRole | 'administrator', string>> = {
  teacher: '老师',
  follow: '助教',
  education: '教务',
  headMaster: '班主任',
  instructor: '讲师',
  administrator: '管理员',
}

/** One right: its name for people, the roles that hold it beside administrators, and why these. */
export interface StaffRight {
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly reason: string
  /** What it is done to may be the caller's own: that is refused. */
  readonly refusedOnOneself?: true
}

/**
 * Rights × roles, the one table. Every call of the staff names one right of its own; the last group is of reads that
 * staff share with learners and see more of. Teachers, follows and instructors have none here: what they may do in a
 * room is the room's rule.
 */
export const staffRights = {
  'order.list': {
    name: '查看学员订单',
    roles: ['education', 'headMaster'],
    reason: 'who advises learners must see what they bought',
  },
  'order.create': {
    name: '代学员下单',
    roles: ['education'],
    reason: 'the office sells by phone and takes cash, up to a ceiling a day',
    refusedOnOneself: true,
  },
  'order.gift': {
    name: '赠送课程',
    roles: ['education'],
    reason: 'prizes and exchanges are the office’s, up to a ceiling a day',
    refusedOnOneself: true,
  },
  'order.close': {
    name: '关闭未付清的订单',
    roles: ['education'],
    reason: 'whoever may open an order may close it; what was paid in part goes back when an administrator has decided',
    refusedOnOneself: true,
  },
  'refund.list': {
    name: '查看退款申请',
    roles: ['education', 'headMaster'],
    reason: 'whoever opens a refund follows it',
  },
  'refund.open': {
    name: '发起退款',
    roles: ['education', 'headMaster'],
    reason: 'asks for a learner; no money moves before an administrator decides',
    refusedOnOneself: true,
  },
  'refund.decide': { name: '审核退款', roles: [], reason: 'money leaves the school', refusedOnOneself: true },
  'refund.repeat': { name: '重新提交退款', roles: [], reason: 'money leaves the school', refusedOnOneself: true },
  'payment.review': { name: '查看待核对的款项', roles: [], reason: 'shows the school’s money and who paid it' },
  'payment.count': {
    name: '将待核对的款项计入订单',
    roles: [],
    reason: 'opens courses for money that was not asked for so; above a setting two persons decide',
    refusedOnOneself: true,
  },
  'payment.give-back': {
    name: '退回待核对的款项',
    roles: [],
    reason: 'money leaves the school; above a setting two persons decide',
    refusedOnOneself: true,
  },
  'payment.withdraw': {
    name: '撤回对款项的提议',
    roles: [],
    reason: 'whoever could carry a proposal out may refuse it',
    refusedOnOneself: true,
  },
  'coupon.create': {
    name: '创建优惠券',
    roles: ['education'],
    reason: 'campaigns are the office’s, up to ceilings a coupon, a batch and a day',
  },
  'money.alerts': {
    name: '查看资金告警',
    roles: [],
    reason: 'shows the school’s money and may show the mistakes of the office',
  },
  'money.alert-seen': {
    name: '处理资金告警',
    roles: [],
    reason: 'a difference is put aside by nobody who could have made it',
  },
  'money.reconciliations': { name: '查看对账结果', roles: [], reason: 'shows the school’s takings' },
  'post.link': {
    name: '生成帖子预览链接',
    roles: ['education', 'headMaster'],
    reason: 'shows a post that waits to others, as part of moderation',
  },
  'post.moderate': {
    name: '管理帖子',
    roles: ['education', 'headMaster'],
    reason: 'the forum is moderated by the office and the head masters',
    refusedOnOneself: true,
  },
  'forum.queue': {
    name: '查看待审和被举报的内容',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'moderators see those of their plates, the office and head masters all',
  },
  'forum.case': {
    name: '查看一件待审或举报',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'as the queue',
    refusedOnOneself: true,
  },
  'forum.claim': {
    name: '领取待审和举报',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'as the queue; nobody decides about themselves',
    refusedOnOneself: true,
  },
  'forum.release': {
    name: '放回领取的待审和举报',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'whoever claims may give back',
  },
  'forum.decide': {
    name: '处理待审和举报',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'as the queue; every decision has a clause, a reason and an appeal',
    refusedOnOneself: true,
  },
  'forum.take-back': {
    name: '撤回刚作的社区决定',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'within five minutes, before anybody is told',
    refusedOnOneself: true,
  },
  'forum.clauses': {
    name: '查看社区公约的条款和常用理由',
    roles: ['teacher', 'follow', 'education', 'headMaster'],
    reason: 'whoever decides gives reasons',
  },
  'forum.remove': {
    name: '移除帖子和回复',
    roles: ['education', 'headMaster'],
    reason: 'hides what everybody saw; with clause, reason and appeal',
    refusedOnOneself: true,
  },
  'forum.ban': {
    name: '禁言',
    roles: ['education', 'headMaster'],
    reason: 'takes somebody’s voice for days; with clause, reason and appeal',
    refusedOnOneself: true,
  },
  'forum.lift': {
    name: '解除禁言',
    roles: ['education', 'headMaster'],
    reason: 'whoever may ban may end it',
    refusedOnOneself: true,
  },
  'forum.bans': { name: '查看禁言', roles: ['education', 'headMaster'], reason: 'whoever bans sees who is banned' },
  'forum.decisions': {
    name: '查看社区的决定',
    roles: ['education', 'headMaster'],
    reason: 'whoever answers for the forum sees what was decided, and by whom',
  },
  'forum.reports': { name: '查看举报', roles: ['education', 'headMaster'], reason: 'shows who reported what' },
  'forum.appeals': { name: '查看申诉', roles: ['education', 'headMaster'], reason: 'whoever answers them' },
  'forum.appeal-decide': {
    name: '答复申诉',
    roles: ['education', 'headMaster'],
    reason: 'only who had no part in the decision',
    refusedOnOneself: true,
  },
  'forum.plates': {
    name: '查看版块的审核方式',
    roles: ['education', 'headMaster'],
    reason: 'whoever moderates knows what is looked at',
  },
  'forum.plate-set': { name: '设置版块的审核方式和管理人', roles: ['education'], reason: 'plates are the office’s' },
  'forum.words': {
    name: '查看词表',
    roles: ['education', 'headMaster'],
    reason: 'whoever moderates knows which words are looked at',
  },
  'forum.word-save': { name: '编辑词表', roles: ['education'], reason: 'one word can stop many posts' },
  'forum.word-delete': { name: '删除词表里的词', roles: ['education'], reason: 'as editing; the audit keeps the word' },
  'forum.figures': {
    name: '查看社区处理的快慢',
    roles: ['education', 'headMaster'],
    reason: 'says whether what we promise is kept',
  },
  'article.save': { name: '编辑文章', roles: ['education'], reason: 'content is the office’s' },
  'article.link': { name: '生成文章预览链接', roles: ['education'], reason: 'whoever edits shows drafts' },
  'work.save': { name: '编辑学员作品', roles: ['education'], reason: 'content is the office’s' },
  'synonym.list': { name: '查看搜索同义词', roles: ['education'], reason: 'whoever edits them' },
  'synonym.save': {
    name: '编辑搜索同义词',
    roles: ['education'],
    reason: 'the words of the catalogue are the office’s, and so are those that lead to them',
  },
  'synonym.delete': { name: '删除搜索同义词', roles: ['education'], reason: 'as editing; the audit keeps the words' },
  'hot-term.list': { name: '查看热门搜索词', roles: ['education'], reason: 'whoever edits them' },
  'hot-term.save': {
    name: '编辑热门搜索词',
    roles: ['education'],
    reason: 'what the school recommends is content',
  },
  'hot-term.delete': { name: '删除热门搜索词', roles: ['education'], reason: 'as editing; the audit keeps the term' },
  'search-miss.list': {
    name: '查看没有结果的搜索',
    roles: ['education', 'headMaster'],
    reason: 'says what learners miss, and never who they are',
  },
  'exam.list': {
    name: '查看试卷',
    roles: ['education', 'headMaster'],
    reason: 'who looks after classes knows what they are asked',
  },
  'exam.view': {
    name: '查看试题和答案',
    roles: ['education', 'headMaster'],
    reason: 'who answers for marks sees the keys',
  },
  'exam.save': { name: '编辑试卷', roles: ['education'], reason: 'papers are the office’s' },
  'exam.questions': { name: '编辑试题', roles: ['education'], reason: 'papers are the office’s' },
  'exam.publish': { name: '发布和撤回试卷', roles: ['education'], reason: 'learners are examined by it' },
  'exam.statistics': {
    name: '查看考试统计',
    roles: ['education', 'headMaster'],
    reason: 'shows how a class does, and which questions are bad',
  },
  'room.view': { name: '查看教室设置', roles: ['education'], reason: 'whoever sets rooms up' },
  'room.set-up': { name: '设置教室', roles: ['education'], reason: 'rooms and schedules are the office’s' },
  'schedule.staff.view': {
    name: '查看班级的老师和助教',
    roles: ['education', 'headMaster'],
    reason: 'who plans classes, and who looks after them',
  },
  'schedule.staff.name': {
    name: '指定班级的老师和助教',
    roles: ['education'],
    reason: 'schedules are the office’s; nobody lets themselves into a class',
    refusedOnOneself: true,
  },
  'forum.all-plates': {
    name: '查看所有版块的待审内容',
    roles: ['education', 'headMaster'],
    reason: 'moderators see their own plates without it',
  },
  'post.preview': {
    name: '查看未发布的帖子',
    roles: ['education', 'headMaster'],
    reason: 'whoever moderates reads what waits',
  },
  'article.preview': { name: '查看未发布的文章', roles: ['education'], reason: 'whoever edits reads drafts' },
  'class.groups': {
    name: '查看各班的通知和学员群',
    roles: ['education'],
    reason: 'the office serves all classes; a class’s own staff see those of their class without a right',
  },
  'message.send': {
    name: '给学员或班级发消息',
    roles: ['education', 'headMaster'],
    reason: 'who looks after a class tells it what has changed',
  },
  'message.send-to-all': {
    name: '给所有人发消息',
    roles: ['education'],
    reason: 'opens a window before everybody',
  },
  'message.withdraw': { name: '撤回消息', roles: ['education'], reason: 'takes back what others have said, too' },
  'message.list': {
    name: '查看发出的消息',
    roles: ['education', 'headMaster'],
    reason: 'whoever sends sees what was sent',
  },
  'message.readers': {
    name: '查看消息的已读名单',
    roles: ['education', 'headMaster'],
    reason: 'whoever sends asks who hasn’t read it',
  },
  'ticket.list': {
    name: '查看反馈和投诉',
    roles: ['education', 'headMaster'],
    reason: 'the office and the head masters answer; whom one is about doesn’t find it',
  },
  'ticket.view': {
    name: '查看一张工单',
    roles: ['education', 'headMaster'],
    reason: 'who answers reads what was said; their own they read where they wrote it',
    refusedOnOneself: true,
  },
  'ticket.take': {
    name: '接手工单',
    roles: ['education', 'headMaster'],
    reason: 'each has one person who answers for it',
    refusedOnOneself: true,
  },
  'ticket.answer': {
    name: '答复工单',
    roles: ['education', 'headMaster'],
    reason: 'answered by its owner alone',
    refusedOnOneself: true,
  },
  'ticket.hand-over': {
    name: '转交工单',
    roles: ['education', 'headMaster'],
    reason: 'what lies with a colleague who is away still has its time',
    refusedOnOneself: true,
  },
  'ticket.close': {
    name: '结束工单',
    roles: ['education', 'headMaster'],
    reason: 'never without an answer; who asked may open it again',
    refusedOnOneself: true,
  },
  'ticket.figures': {
    name: '查看答复统计',
    roles: ['education', 'headMaster'],
    reason: 'how long learners wait is everybody’s concern who answers them',
  },
  'canned.list': { name: '查看常用答复', roles: ['education', 'headMaster'], reason: 'whoever answers uses them' },
  'canned.save': {
    name: '编辑常用答复',
    roles: ['education', 'headMaster'],
    reason: 'whoever answers knows what is asked again and again',
  },
  'canned.delete': {
    name: '删除常用答复',
    roles: ['education', 'headMaster'],
    reason: 'as editing; the audit keeps the title',
  },
  'hours.view': { name: '查看服务时间', roles: ['education', 'headMaster'], reason: 'whoever answers plans by it' },
  'hours.save': {
    name: '编辑服务时间',
    roles: ['education'],
    reason: 'promises on every page and every due time follow from it',
  },
  ...conversationRights,
  'backend.enter': {
    name: '进入管理后台',
    roles: ['education', 'headMaster'],
    reason: 'the roles that have a call of the backend',
  },
} as const satisfies Record<string, StaffRight>

export type Right = keyof typeof staffRights

/** What decides about rights: the roles of an account, and whether it is an administrator's. */
export interface RightsHolder {
  readonly roles: readonly StaffRole[]
  readonly isAdmin: boolean
}

/** A right as the table has it. */
export function rightOf(right: Right): StaffRight {
  return staffRights[right]
}

/** Whether somebody holds a right; nobody without a role does. */
export function hasRight(holder: RightsHolder | undefined, right: Right): boolean {
  if (!holder) return false
  return holder.isAdmin || holder.roles.some((role) => rightOf(right).roles.includes(role))
}
