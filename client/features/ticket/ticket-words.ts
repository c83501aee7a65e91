import { feedbackTypes, type FeedbackType, TicketKind, TicketState } from '#shared/contract/enums.ts'
import type { TicketFilter } from '#shared/contract/ticket.ts'

/** What feedback is about, in words. */
export const feedbackTypeTexts: Readonly<Record<FeedbackType, string>> = {
  advice: '建议',
  fault: '故障',
  course: '课程',
  other: '其他',
}
export const feedbackTypeOptions = feedbackTypes.map((value) => ({ value, text: feedbackTypeTexts[value] }))

export const ticketKindTexts: Readonly<Record<TicketKind, string>> = {
  [TicketKind.feedback]: '意见反馈',
  [TicketKind.complaint]: '校长信箱',
  [TicketKind.conversation]: '客服留言',
  [TicketKind.refundAppeal]: '退款申诉',
}

export const ticketStateTexts: Readonly<Record<TicketState, string>> = {
  [TicketState.open]: '等待处理',
  [TicketState.taken]: '处理中',
  [TicketState.answered]: '已答复',
  [TicketState.closed]: '已结束',
}

export const ticketFilterTexts: Readonly<Record<TicketFilter, string>> = {
  waiting: '等待答复',
  answered: '已答复',
  closed: '已结束',
}
