import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'

/** Why a message may not be opened by its button. */
const ButtonUrl = z.optional(z.string().check(z.maxLength(2048)))

/** What is said. */
const words = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  smallTitle: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  /** HTML; what the allow-list doesn't know is taken out. */
  content: z.string().check(z.minLength(1), z.maxLength(20_000)),
  /** Without an address the button only closes, or confirms. */
  buttonName: z.optional(z.string().check(z.trim(), z.maxLength(12))),
  buttonUrl: ButtonUrl,
  /** It opens by itself and waits for a confirmation. */
  needConfirm: z._default(z.boolean(), false),
  /** Whether that window may be closed without one. */
  allowClose: z._default(z.boolean(), true),
  /** The same again sends nothing. */
  clientToken: z.string().check(z.minLength(1), z.maxLength(64)),
}

/** To whom a message goes. */
export const messageAudiences = ['user', 'schedule', 'everybody'] as const

/** A message as who sent it sees it. */
export const SentMessage = z.object({
  id: z.number(),
  title: Text,
  audience: z.enum(messageAudiences),
  /** Key of the account or the class; null for everybody. */
  audienceId: z.nullable(z.number()),
  needConfirm: z.boolean(),
  sentTime: Time,
  withdrawnTime: z.nullable(Time),
  /** Null: it is on its way to many. */
  deliveredTime: z.nullable(Time),
})
export type SentMessage = z.output<typeof SentMessage>

/** What the school says to its learners; every sending and withdrawing leaves a line in the audit. */
export const staffMessageApi = {
  /** To one account, or to all who are in a class. */
  send: endpoint('POST /api/staff/message/send', {
    access: 'staff',
    right: 'message.send',
    writes: 'steps',
    input: z.strictObject({
      ...words,
      audience: z.enum(['user', 'schedule']),
      audienceId: Id,
    }),
    output: SentMessage,
  }),
  /** To every account that there is; it goes out in the background. */
  sendToAll: endpoint('POST /api/staff/message/send-to-all', {
    access: 'staff',
    right: 'message.send-to-all',
    writes: 'steps',
    input: z.strictObject(words),
    output: SentMessage,
  }),
  /** Nobody sees it any more. False when it was withdrawn before. */
  withdraw: endpoint('POST /api/staff/message/withdraw', {
    access: 'staff',
    right: 'message.withdraw',
    writes: 'one',
    input: z.strictObject({ id: Id }),
    output: z.boolean(),
  }),
  list: endpoint('GET /api/staff/message/list', {
    access: 'staff',
    right: 'message.list',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(20) }),
    output: pageOf(SentMessage),
  }),
  /** Who has it, and who of them has read it; the newest readers first. */
  readers: endpoint('GET /api/staff/message/readers', {
    access: 'staff',
    right: 'message.readers',
    input: z.object({ id: Id, pageNum: PageNum, pageSize: pageSize(20) }),
    output: z.extend(
      pageOf(
        z.object({
          userId: z.number(),
          nickname: NullableText,
          receivedTime: Time,
          readTime: z.nullable(Time),
          confirmedTime: z.nullable(Time),
        }),
      ),
      { message: SentMessage, readers: z.number(), confirmed: z.number() },
    ),
  }),
}
