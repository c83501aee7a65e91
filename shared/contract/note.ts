import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'

/** A learner's note at a second of a lesson. */
export const Note = z.object({
  id: z.number(),
  /** Plain text with line breaks. */
  text: Text,
  /** The second of the film or the replay; null while the class is on, or while nobody can know. */
  second: z.nullable(z.number()),
  /** When it was written in a class that was on; null: at a film. */
  momentTime: z.nullable(Time),
  createTime: Time,
  updateTime: Time,
  /** Goes up with each change. */
  version: z.number(),
  courseId: z.number(),
  courseName: Text,
  periodId: z.number(),
  periodName: Text,
  sequenceNo: z.number(),
  scheduleId: z.nullable(z.number()),
  /** Where that second is shown, of our own paths; null when the lesson can't be watched (again). */
  url: NullableText,
})
export type Note = z.output<typeof Note>

const words = Text.check(z.maxLength(10_000))
/** The browser's own key of a note: the same again is the same note. */
const clientKey = Text.check(z.regex(/^[\w-]{8,64}$/))

/** Notes that learners take for themselves; foreign ones are as unknown as those that never were. */
export const noteApi = {
  /** Of a course in the order of its lessons, else the newest first; with `keyword` those that have it. */
  list: endpoint('GET /api/user/note/list', {
    access: 'user',
    input: z.object({
      courseId: z.optional(Id),
      keyword: z.optional(Text.check(z.trim(), z.maxLength(50))),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(Note),
  }),
  /** Courses with notes, most notes first. */
  courses: endpoint('GET /api/user/note/courses', {
    access: 'user',
    input: z.object({}),
    output: z.object({
      total: z.number(),
      courses: z.array(z.object({ courseId: z.number(), courseName: Text, notes: z.number() })),
    }),
  }),
  /** All notes of one lesson, by their second; with `scheduleId` those of this class only. */
  ofLesson: endpoint('GET /api/user/note/lesson', {
    access: 'user',
    input: z.object({ periodId: Id, scheduleId: z.optional(Id) }),
    output: z.object({ notes: z.array(Note) }),
  }),
  /** At a second of a film or replay, or at a moment of a class that is on: one of them. */
  add: endpoint('POST /api/user/note/add', {
    access: 'user',
    writes: 'one',
    input: z.object({
      periodId: Id,
      scheduleId: z.optional(Id),
      second: z.optional(intBetween(0, 604_800)),
      momentTime: z.optional(intBetween(0, 253_402_300_799_999)),
      text: words,
      clientKey,
    }),
    output: Note,
  }),
  /** `version`: of the text that was changed; another one was written meanwhile when it isn't the note's any more. */
  edit: endpoint('POST /api/user/note/edit', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, version: intBetween(1, 2_000_000_000), text: words }),
    output: Note,
  }),
  remove: endpoint('POST /api/user/note/delete', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.literal(true),
  }),
  /** All notes, or those of a course, piece by piece in the order of their keys: ask on with `next` until it is null. */
  export: endpoint('GET /api/user/note/export', {
    access: 'user',
    input: z.object({ courseId: z.optional(Id), afterId: z._default(intBetween(0, 9_007_199_254_740_991), 0) }),
    output: z.object({ notes: z.array(Note), next: z.nullable(z.number()) }),
  }),
}
