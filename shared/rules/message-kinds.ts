import type { MessageKind } from '#shared/contract/enums.ts'

/** What the kinds are called. */
export const messageKindNames: Readonly<Record<MessageKind, string>> = { study: '学习', order: '订单', notice: '通知' }

const kindOfTopic: ReadonlyMap<string, MessageKind> = new Map([
  ['class', 'study'],
  ['homework', 'study'],
  ['exam', 'study'],
  ['question', 'study'],
  ['order', 'order'],
  ['refund', 'order'],
  ['deposit', 'order'],
  ['coupon', 'order'],
  ['entrance', 'order'],
])

/** The kind of a message about a topic; what is about nothing of the learner's own is a notice. */
export function messageKindOf(topic: string | null): MessageKind {
  return kindOfTopic.get(topic ?? '') ?? 'notice'
}
