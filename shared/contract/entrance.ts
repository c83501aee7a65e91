import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, Id, LectureTypeField, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { OrderNo } from '#shared/contract/order-fields.ts'
import { LessonEntry } from '#shared/contract/play-fields.ts'

/** How to enter the class after a purchase. */
export const Entrance = z.object({
  id: z.number(),
  orderNo: Text,
  courseName: Text,
  courseUrl: Text,
  lectureType: LectureTypeField,
  scheduleName: NullableText,
  beginDate: NullableText,
  timeText: Text,
  notice: NullableText,
  teacher: z.nullable(
    z.object({ name: Text, headImg: NullableText, title: NullableText, wechat: NullableText, qrCode: NullableText }),
  ),
  steps: z.array(z.object({ title: Text, content: Text })),
  isRead: z.boolean(),
  calledAt: z.nullable(Time),
  /** Calling again is possible from then; null when it is now. */
  callAgainTime: z.nullable(Time),
  address: NullableText,
  /** Where the learner begins, or goes on; null while there is nothing to go to. */
  way: z.nullable(LessonEntry),
})
export type Entrance = z.output<typeof Entrance>

const which = { id: z.optional(Id), orderNo: z.optional(OrderNo) }

/** Entrance after a purchase (spec §7). */
export const entranceApi = {
  byOrder: endpoint('GET /api/user/entrance/get-by-order-no', {
    access: 'user',
    input: z.object({ orderNo: OrderNo }),
    output: Entrance,
  }),
  /** The latest unread one, else the latest; null without any. */
  byLogin: endpoint('GET /api/user/entrance/get-by-login', {
    access: 'user',
    input: Empty,
    output: z.nullable(Entrance),
  }),
  read: endpoint('POST /api/user/entrance/read', {
    access: 'user',
    writes: 'one',
    input: z.object(which),
    output: z.boolean(),
  }),
  callTeacher: endpoint('POST /api/user/entrance/call/teacher', {
    access: 'user',
    writes: 'one',
    input: z.object(which),
    output: z.boolean(),
  }),
}
