import type { MessageChoice } from '#client/features/message/message-href.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** What the message page asks for: ten to a page. */
export function messagesInput({ topic, page }: MessageChoice): CallInput<'GET /api/notify-message/get-message'> {
  return { pageNum: page, pageSize: 10, ...(topic ? { topic } : {}) }
}
