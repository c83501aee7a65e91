import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { feedbackTypes, TicketKind, TicketState } from '#shared/contract/enums.ts'
import {
  Day,
  Empty,
  Flag,
  Id,
  intBetween,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
  Version,
} from '#shared/contract/fields.ts'
import {
  ClientToken,
  TicketMessage,
  TicketMessageNo,
  TicketNumber,
  TicketPictures,
  TicketWords,
} from '#shared/contract/ticket-fields.ts'

/** One ticket in the queue. */
export const StaffTicketRow = z.object({
  id: z.number(),
  no: Text,
  kind: z.enum(TicketKind),
  state: z.enum(TicketState),
  version: z.number(),
  summary: Text,
  /** Null: a visitor. */
  userId: z.nullable(z.number()),
  nickname: NullableText,
  courseName: NullableText,
  problemName: NullableText,
  ownerId: z.nullable(z.number()),
  ownerName: NullableText,
  createTime: Time,
  dueTime: Time,
  isLate: z.boolean(),
})
export type StaffTicketRow = z.output<typeof StaffTicketRow>

/** A ticket as the staff see it. */
export const StaffTicket = z.extend(StaffTicketRow, {
  category: z.nullable(z.enum(feedbackTypes)),
  contact: NullableText,
  periodName: NullableText,
  /** Of an appeal: the order whose refund was refused. */
  orderNo: NullableText,
  firstAnswerTime: z.nullable(Time),
  closeTime: z.nullable(Time),
  rating: z.nullable(z.number()),
  ratingWords: NullableText,
  reopened: z.number(),
  messages: z.array(z.extend(TicketMessage, { nickname: NullableText })),
  more: z.boolean(),
})
export type StaffTicket = z.output<typeof StaffTicket>

/** A version that was read: who changes something newer is refused. */
const one = { id: Id, version: Version }

export const CannedAnswer = z.object({ id: z.number(), title: Text, content: Text, version: z.number() })

const minute = intBetween(0, 1440)
const Span = z.object({ weekday: intBetween(1, 7), from: minute, to: minute })
/** A day that differs; without hours it is closed, with hours a make-up day. */
const OtherDay = z.object({
  day: Day,
  name: z.string().check(z.minLength(1), z.maxLength(20)),
  from: z.optional(minute),
  to: z.optional(minute),
})
const Hours = z.object({
  version: z.number(),
  text: Text,
  week: z.array(z.object({ weekday: z.number(), from: z.number(), to: z.number() })),
  days: z.array(z.object({ day: Text, name: Text, from: z.nullable(z.number()), to: z.nullable(z.number()) })),
})

/**
 * What the staff do about feedback, complaints and appeals. Whom a ticket is about, and who asks, doesn't find it here.
 */
export const staffTicketApi = {
  /** What waits, the one that is due first before all; closed ones the last first. */
  list: endpoint('GET /api/staff/ticket/list', {
    access: 'staff',
    right: 'ticket.list',
    input: z.object({
      kind: z.optional(z.pipe(intBetween(1, 4), z.enum(TicketKind))),
      state: z.optional(z.pipe(intBetween(1, 4), z.enum(TicketState))),
      isMine: z.optional(Flag),
      isLate: z.optional(Flag),
      no: z.optional(TicketNumber),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(StaffTicketRow),
  }),
  detail: endpoint('GET /api/staff/ticket/detail', {
    access: 'staff',
    right: 'ticket.view',
    input: z.object({ id: Id, before: z.optional(TicketMessageNo) }),
    output: StaffTicket,
  }),
  take: endpoint('POST /api/staff/ticket/take', {
    access: 'staff',
    right: 'ticket.take',
    writes: 'one',
    input: z.strictObject(one),
    output: StaffTicket,
  }),
  /** Its owner answers, or who becomes it by that; the learner gets a message. */
  answer: endpoint('POST /api/staff/ticket/answer', {
    access: 'staff',
    right: 'ticket.answer',
    writes: 'one',
    input: z.strictObject({
      ...one,
      content: TicketWords,
      images: TicketPictures,
      clientToken: z.optional(ClientToken),
    }),
    output: StaffTicket,
  }),
  /** To a colleague who may answer it. */
  handOver: endpoint('POST /api/staff/ticket/hand-over', {
    access: 'staff',
    right: 'ticket.hand-over',
    writes: 'one',
    input: z.strictObject({ ...one, userId: Id }),
    output: z.boolean(),
  }),
  /** What wasn't answered yet is ended with words, which are the answer. */
  close: endpoint('POST /api/staff/ticket/close', {
    access: 'staff',
    right: 'ticket.close',
    writes: 'one',
    input: z.strictObject({ ...one, content: TicketWords }),
    output: StaffTicket,
  }),
  /** First answers of each queue, by the day on which they were asked for; 30 days unless others are named. */
  figures: endpoint('GET /api/staff/ticket/figures', {
    access: 'staff',
    right: 'ticket.figures',
    input: z.object({ from: z.optional(Day), to: z.optional(Day) }),
    output: z.array(
      z.object({
        kind: z.enum(TicketKind),
        opened: z.number(),
        answered: z.number(),
        late: z.number(),
        /** Half were answered sooner, in minutes; null where none was. */
        medianMinutes: z.nullable(z.number()),
        /** Of those whose time is over or that were answered: how many in time, 0 to 1; null where there are none. */
        inTimeShare: z.nullable(z.number()),
        rating: z.nullable(z.number()),
      }),
    ),
  }),
  cannedList: endpoint('GET /api/staff/ticket/canned/list', {
    access: 'staff',
    right: 'canned.list',
    input: Empty,
    output: z.array(CannedAnswer),
  }),
  cannedSave: endpoint('POST /api/staff/ticket/canned/save', {
    access: 'staff',
    right: 'canned.save',
    writes: 'one',
    input: z.strictObject({
      id: z.optional(Id),
      version: z.optional(Version),
      title: z.string().check(z.minLength(1), z.maxLength(30)),
      content: z.string().check(z.minLength(1), z.maxLength(1000)),
    }),
    output: CannedAnswer,
  }),
  cannedDelete: endpoint('POST /api/staff/ticket/canned/delete', {
    access: 'staff',
    right: 'canned.delete',
    writes: 'one',
    input: z.strictObject(one),
    output: z.boolean(),
  }),
  hours: endpoint('GET /api/staff/service/hours', {
    access: 'staff',
    right: 'hours.view',
    input: Empty,
    output: Hours,
  }),
  /** The whole week, and all days from today on that differ. */
  saveHours: endpoint('POST /api/staff/service/hours/save', {
    access: 'staff',
    right: 'hours.save',
    writes: 'one',
    input: z.strictObject({
      version: intBetween(0, 1_000_000),
      week: z.array(Span).check(z.maxLength(28)),
      days: z.array(OtherDay).check(z.maxLength(100)),
    }),
    output: Hours,
  }),
}
