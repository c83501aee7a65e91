import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Day, Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'
import { SupportDuty, SupportMessage, supportStates } from '#shared/contract/support.ts'
import { supportPictureCount, supportTextLength } from '#shared/contract/text-lengths.ts'

/** A conversation in the queue of customer service. */
export const StaffConversation = z.object({
  id: z.number(),
  /** Null: a visitor. */
  userId: z.nullable(z.number()),
  name: Text,
  contact: NullableText,
  state: z.enum(supportStates),
  /** When the first word came that nobody has answered. */
  waitingTime: z.nullable(Time),
  lastTime: Time,
  lastSeq: z.number(),
  lastText: Text,
  agentId: z.nullable(z.number()),
  agentName: NullableText,
  ticketNo: NullableText,
})
export type StaffConversation = z.output<typeof StaffConversation>

const sequence = intBetween(0, 2_000_000_000)

/** What agents do; every write leaves a line in the audit. */
export const staffSupportApi = {
  /** Rounds that are open: who waits longest first, then those that were answered. */
  queue: endpoint('GET /api/staff/conversation/queue', {
    access: 'staff',
    right: 'conversation.queue',
    input: z.object({
      which: z._default(z.enum(['waiting', 'mine', 'open']), 'open'),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: z.extend(pageOf(StaffConversation), { duty: SupportDuty, waiting: z.number() }),
  }),
  /** One, with its messages: after a number, before one, else the newest. */
  show: endpoint('GET /api/staff/conversation/show', {
    access: 'staff',
    right: 'conversation.show',
    input: z.object({ id: Id, afterSeq: z.optional(sequence), beforeSeq: z.optional(sequence) }),
    output: z.object({ conversation: StaffConversation, messages: z.array(SupportMessage) }),
  }),
  /** Takes one that nobody has, or whose agent has gone. */
  take: endpoint('POST /api/staff/conversation/take', {
    access: 'staff',
    right: 'conversation.take',
    writes: 'one',
    input: z.strictObject({ id: Id }),
    output: StaffConversation,
  }),
  /** Answers; whoever answers one that nobody has takes it. The same `clientMsgId` again is the same answer. */
  answer: endpoint('POST /api/staff/conversation/answer', {
    access: 'staff',
    right: 'conversation.answer',
    writes: 'one',
    input: z.strictObject({
      id: Id,
      text: z._default(z.string().check(z.trim(), z.maxLength(supportTextLength)), ''),
      /** As their upload answered them; who has no account sees none. */
      pictures: z._default(z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(supportPictureCount)), []),
      clientMsgId: z.string().check(z.minLength(8), z.maxLength(64)),
    }),
    output: z.object({ seq: z.number() }),
  }),
  /** To a colleague who may answer. */
  handOver: endpoint('POST /api/staff/conversation/hand-over', {
    access: 'staff',
    right: 'conversation.hand-over',
    writes: 'one',
    input: z.strictObject({
      id: Id,
      toUserId: Id,
      note: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    output: StaffConversation,
  }),
  close: endpoint('POST /api/staff/conversation/close', {
    access: 'staff',
    right: 'conversation.close',
    writes: 'one',
    input: z.strictObject({ id: Id }),
    output: StaffConversation,
  }),
  /** That somebody is there, each 30 s; coming and going stand in the audit, the beats between don't. */
  presence: endpoint('POST /api/staff/conversation/presence', {
    access: 'staff',
    right: 'conversation.presence',
    writes: 'one',
    input: z.strictObject({ isAway: z._default(z.boolean(), false) }),
    output: z.object({ duty: SupportDuty, agents: z.number() }),
  }),
  /** Of the rounds that began on these days. */
  figures: endpoint('GET /api/staff/conversation/figures', {
    access: 'staff',
    right: 'conversation.figures',
    input: z.object({ from: Day, to: Day }),
    output: z.object({
      rounds: z.number(),
      /** Began while somebody was there. */
      onDuty: z.number(),
      answered: z.number(),
      /** Seconds until the first answer, of those that began while somebody was there. */
      medianSec: z.nullable(z.number()),
      /** Share of them that were answered in time, 0 to 1; who still waits within the time isn't counted. */
      inTime: z.nullable(z.number()),
      rated: z.number(),
      averageRating: z.nullable(z.number()),
      waiting: z.number(),
    }),
  }),
}
