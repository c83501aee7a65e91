import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { feedbackTypes, TicketKind, TicketState } from '#shared/contract/enums.ts'
import { intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'
import { ratingWordsLength } from '#shared/contract/text-lengths.ts'
import {
  ClientToken,
  TicketMessage,
  TicketMessageNo,
  TicketNumber,
  TicketPictures,
  TicketWords,
} from '#shared/contract/ticket-fields.ts'

/** Which of one's own: those that wait for an answer, have one, or are over. */
export const ticketFilters = ['waiting', 'answered', 'closed'] as const
export type TicketFilter = (typeof ticketFilters)[number]

/** One ticket in a list. */
export const TicketRow = z.object({
  no: Text,
  kind: z.enum(TicketKind),
  state: z.enum(TicketState),
  /** The beginning of its first message. */
  summary: Text,
  courseName: NullableText,
  createTime: Time,
  updateTime: Time,
  /** Until when an answer is promised; null when none is due. */
  dueTime: z.nullable(Time),
  rating: z.nullable(z.number()),
})
export type TicketRow = z.output<typeof TicketRow>

/** A ticket as its asker sees it. */
export const Ticket = z.object({
  no: Text,
  kind: z.enum(TicketKind),
  state: z.enum(TicketState),
  category: z.nullable(z.enum(feedbackTypes)),
  problemName: NullableText,
  courseName: NullableText,
  periodName: NullableText,
  /** Of an appeal: the order whose refund was refused. */
  orderNo: NullableText,
  contact: NullableText,
  createTime: Time,
  dueTime: z.nullable(Time),
  closeTime: z.nullable(Time),
  rating: z.nullable(z.number()),
  ratingWords: NullableText,
  canWrite: z.boolean(),
  canRate: z.boolean(),
  canReopen: z.boolean(),
  /** Until when it can be opened again. */
  reopenUntil: z.nullable(Time),
  /** The earlier first, at most 50, the last of them unless others were asked for. */
  messages: z.array(TicketMessage),
  /** There are earlier ones. */
  more: z.boolean(),
})
export type Ticket = z.output<typeof Ticket>

const said = { no: TicketNumber, content: TicketWords, images: TicketPictures, clientToken: z.optional(ClientToken) }

/** What learners told the school. Somebody else's is as unknown as one that never was. */
export const ticketApi = {
  list: endpoint('GET /api/user/ticket/list', {
    access: 'user',
    input: z.object({ filter: z.optional(z.enum(ticketFilters)), pageNum: PageNum, pageSize: pageSize(10) }),
    output: z.extend(pageOf(TicketRow), {
      counts: z.object({ waiting: z.number(), answered: z.number(), closed: z.number() }),
    }),
  }),
  detail: endpoint('GET /api/user/ticket/detail', {
    access: 'user',
    input: z.object({ no: TicketNumber, before: z.optional(TicketMessageNo) }),
    output: Ticket,
  }),
  message: endpoint('POST /api/user/ticket/message', {
    access: 'user',
    writes: 'one',
    input: z.object(said),
    output: Ticket,
  }),
  /** Ends what was answered, or tells afterwards how it was. */
  rate: endpoint('POST /api/user/ticket/rate', {
    access: 'user',
    writes: 'one',
    input: z.object({
      no: TicketNumber,
      rating: intBetween(1, 5),
      words: z._default(z.string().check(z.maxLength(ratingWordsLength)), ''),
    }),
    output: Ticket,
  }),
  /** Within seven days of its end, with words why. */
  reopen: endpoint('POST /api/user/ticket/reopen', {
    access: 'user',
    writes: 'one',
    input: z.object(said),
    output: Ticket,
  }),
}
