import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { messageKinds } from '#shared/contract/enums.ts'
import { Empty, Id, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'

/** A message as its reader sees it (spec §3). */
export const Message = z.object({
  /** The msgId of the calls that change it. */
  id: z.number(),
  title: Text,
  smallTitle: NullableText,
  /** HTML of the school's allow-list. */
  content: Text,
  receiveDate: Time,
  /** Whether it was read. */
  review: z.boolean(),
  buttonName: NullableText,
  /** Our own path, http or https; null: nothing opens. */
  buttonUrl: NullableText,
  /** Whether the window that shows it by itself may be closed without an answer. */
  allowClose: z.boolean(),
  /** It needs no confirmation, or has it. */
  confirm: z.boolean(),
  /** Which tab of the message page has it. */
  kind: z.enum(messageKinds),
})
export type Message = z.output<typeof Message>

const one = z.object({ msgId: Id })

/** Messages of the school to one learner (spec §7). Foreign ones are as unknown as those that never were. */
export const messageApi = {
  /** The newest first. `total` counts to 500; `more` says that there are others. */
  list: endpoint('GET /api/notify-message/get-message', {
    access: 'user',
    input: z.object({
      pageNum: PageNum,
      pageSize: pageSize(6),
      topic: z.optional(z.enum(messageKinds)),
    }),
    output: z.extend(pageOf(Message), { more: z.boolean() }),
  }),
  /** One of them, which an address may name; it isn't read by that. */
  detail: endpoint('GET /api/notify-message/detail', { access: 'user', input: one, output: Message }),
  /** Reads all that had come until then. */
  allRead: endpoint('POST /api/notify-message/all-read', {
    access: 'user',
    writes: 'one',
    input: Empty,
    output: z.literal(true),
  }),
  /** Confirms, which reads it, too; again changes nothing. */
  confirm: endpoint('POST /api/notify-message/user-confirm', {
    access: 'user',
    writes: 'one',
    input: one,
    output: z.literal(true),
  }),
  read: endpoint('POST /api/notify-message/user-read', {
    access: 'user',
    writes: 'one',
    input: one,
    output: z.literal(true),
  }),
  /** Whether something is unread, and what waits for a confirmation: the oldest first, at most 20. */
  checkReview: endpoint('GET /api/notify-message/check-review', {
    access: 'user',
    input: Empty,
    output: z.object({ checkReview: z.boolean(), warnList: z.array(Message) }),
  }),
}
