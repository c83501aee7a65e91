import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { HomeworkOutcome, HomeworkState, MarkKind, PeriodKind } from '#shared/contract/enums.ts'
import {
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
} from '#shared/contract/fields.ts'
import { homeworkFileCount, homeworkLength } from '#shared/contract/text-lengths.ts'

/** Which lesson of which class; without a class, one that is taken without. */
const lesson = { periodId: Id, scheduleId: z.optional(Id) }

/** A file of a homework. Its address is good for who may see it, as long as they may. */
export const HomeworkFile = z.object({ url: Text, name: Text, contentType: Text })
export type HomeworkFile = z.output<typeof HomeworkFile>

/** Addresses of files as their upload answered them (`resUrl`, uploaded with the key 'study'). */
export const HomeworkFiles = z._default(
  z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(homeworkFileCount)),
  [],
)

/**
 * Something drawn on a photo, in the coordinates of the upright picture: both axes in 1/10,000 of its width. A stroke has three numbers a point
 * (x, y, pressure 0 to 100), a circle its centre and radii, a pin its place.
 */
export const HomeworkMark = z.object({
  key: Text,
  /** The file of the round that it is on. */
  url: Text,
  kind: z.enum(MarkKind),
  points: z.array(z.number()),
  words: NullableText,
  /** Of its words. */
  version: z.number(),
  /** The caller drew it. */
  isOwn: z.boolean(),
  markedBy: Text,
})
export type HomeworkMark = z.output<typeof HomeworkMark>

const Named = z.object({ id: z.number(), name: Text })

/** One homework in a list; without an `id` nothing was handed in yet. */
export const HomeworkRow = z.object({
  id: z.nullable(z.number()),
  title: Text,
  courseId: z.number(),
  courseName: Text,
  coverImg: Text,
  periodId: z.number(),
  periodName: Text,
  scheduleId: z.nullable(z.number()),
  scheduleName: NullableText,
  state: z.enum(HomeworkState),
  /** It was sent back: to be done again. */
  isReturned: z.boolean(),
  dueTime: z.nullable(Time),
  isLate: z.boolean(),
  /** Nothing is taken any more. */
  isClosed: z.boolean(),
  submitTime: z.nullable(Time),
  score: z.nullable(z.number()),
})
export type HomeworkRow = z.output<typeof HomeworkRow>

/** One hand-in and what came back. */
export const HomeworkRound = z.object({
  roundNo: z.number(),
  content: Text,
  files: z.array(HomeworkFile),
  submitTime: Time,
  isLate: z.boolean(),
  outcome: z.nullable(z.enum(HomeworkOutcome)),
  score: z.nullable(z.number()),
  comment: NullableText,
  /** What the teacher put beside it: pictures, a voice. */
  corrections: z.array(HomeworkFile),
  /** How much is drawn on the files, as far as the caller may see it yet. */
  markCount: z.number(),
  teacherName: NullableText,
  correctTime: z.nullable(Time),
  /** Why it was sent back. */
  returnReason: NullableText,
  returnTime: z.nullable(Time),
})
export type HomeworkRound = z.output<typeof HomeworkRound>

/** A homework as its learner sees it, or who may correct it. */
export const Homework = z.object({
  id: z.nullable(z.number()),
  state: z.enum(HomeworkState),
  /** Of what was read: who saves over something newer is refused. 0 before the first hand-in. */
  version: z.number(),
  course: Named,
  schedule: z.nullable(Named),
  period: z.object({ id: z.number(), name: Text, kind: z.enum(PeriodKind), hasCoachFilm: z.boolean() }),
  title: Text,
  requirement: Text,
  pictures: z.array(Text),
  dueTime: z.nullable(Time),
  isClosed: z.boolean(),
  /** Whether it may be handed in now; `refusal` says why not. */
  canHandIn: z.boolean(),
  refusal: NullableText,
  /** The last hand-in first; those that were taken back or replaced aren't among them. */
  rounds: z.array(HomeworkRound),
  isExcellent: z.boolean(),
  /** The learner allows that the class sees it when it is excellent. */
  mayShow: z.boolean(),
  /** For who may correct it: whose it is, and when an answer is due; null for the learner themselves. */
  desk: z.nullable(
    z.object({
      learner: z.object({ id: z.number(), nickname: Text, headImg: NullableText }),
      /** The money for the course went back: nothing is corrected any more. */
      isRefunded: z.boolean(),
      answerDueTime: Time,
    }),
  ),
})
export type Homework = z.output<typeof Homework>

/** Homework that isn't handed in yet, as it was left. */
export const HomeworkDraft = z.object({
  content: Text,
  files: z.array(HomeworkFile),
  version: z.number(),
  savedTime: Time,
})
export type HomeworkDraft = z.output<typeof HomeworkDraft>

const content = z._default(z.string().check(z.maxLength(homeworkLength)), '')

/** What learners hand in (spec §7). Foreign ones are as unknown as those that never were. */
export const homeworkApi = {
  /** What is to be done first, what is due soonest first; then what was handed in, the newest first. `listStatus` counts each state. */
  list: endpoint('GET /api/user/homework/list', {
    access: 'user',
    input: z.object({
      state: z.optional(intBetween(1, 3)),
      courseId: z.optional(Id),
      scheduleId: z.optional(Id),
      periodId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: z.extend(pageOf(HomeworkRow), {
      listStatus: z.object({ notComplete: z.number(), waitingCorrection: z.number(), corrected: z.number() }),
    }),
  }),
  /** By its own id, also for who may correct it; or by its lesson and class. */
  detail: endpoint('GET /api/user/homework/detail', {
    access: 'user',
    input: z.object({ id: z.optional(Id), periodId: z.optional(Id), scheduleId: z.optional(Id) }),
    output: Homework,
  }),
  /** Takes back what nobody has corrected yet. */
  delete: endpoint('GET /api/user/homework/delete', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.literal(true),
  }),
  /** Courses of the caller that have homework. */
  courses: endpoint('GET /api/user/homework/course-list-v2', {
    access: 'user',
    input: Empty,
    output: z.array(Named),
  }),
  /** The class of a course that the caller takes; of several the last that they joined. */
  lastSchedule: endpoint('GET /api/user/homework/get-last-schedule', {
    access: 'user',
    input: z.object({ courseId: Id }),
    output: z.nullable(Named),
  }),
  schedules: endpoint('GET /api/user/homework/classSchedule-list-v2', {
    access: 'user',
    input: z.object({ courseId: Id }),
    output: z.array(Named),
  }),
  /** Lessons with homework, in their order. */
  periods: endpoint('GET /api/user/homework/period-list-v2', {
    access: 'user',
    input: z.object({ courseId: z.optional(Id), scheduleId: z.optional(Id) }),
    output: z.array(
      z.object({ id: z.number(), name: Text, homeworkId: z.nullable(z.number()), state: z.enum(HomeworkState) }),
    ),
  }),
  /**
   * Hands in. `version` is that of the homework as it was read, 0 for the first time: what was corrected or handed in elsewhere meanwhile
   * is refused (4004), and nothing of it is lost. The draft ends with it.
   */
  save: endpoint('POST /api/user/homework/save', {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: z.optional(Id),
      periodId: z.optional(Id),
      scheduleId: z.optional(Id),
      content,
      files: HomeworkFiles,
      version: z._default(intBetween(0, 1_000_000), 0),
    }),
    output: z.object({ id: z.number() }),
  }),
  /** Null: none is kept. */
  draft: endpoint('GET /api/user/homework/draft', {
    access: 'user',
    input: z.object(lesson),
    output: z.nullable(HomeworkDraft),
  }),
  /** `version` is that of the draft as it was read; another device's newer one is refused with 4004. Empty content without files drops it. */
  saveDraft: endpoint('POST /api/user/homework/draft', {
    access: 'user',
    writes: 'one',
    input: z.object({ ...lesson, content, files: HomeworkFiles, version: z._default(intBetween(0, 1_000_000), 0) }),
    output: z.nullable(HomeworkDraft),
  }),
  /** Whether the class may see it when it is excellent. */
  consent: endpoint('POST /api/user/homework/consent', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, mayShow: Flag }),
    output: z.literal(true),
  }),
  /** What is drawn on the files of a round: for who corrects it, and for its learner once it came back. In the order in which it was drawn. */
  marks: endpoint('GET /api/user/homework/marks', {
    access: 'user',
    input: z.object({ id: Id, roundNo: intBetween(1, 1000) }),
    output: z.array(HomeworkMark),
  }),
  /** Excellent homework of a lesson, for those who take it; the newest first. */
  excellent: endpoint('GET /api/user/homework/excellent', {
    access: 'user',
    input: z.object({ ...lesson, pageNum: PageNum, pageSize: pageSize(10) }),
    output: pageOf(
      z.object({
        id: z.number(),
        nickname: Text,
        headImg: NullableText,
        content: Text,
        files: z.array(HomeworkFile),
        comment: NullableText,
        score: z.nullable(z.number()),
        submitTime: Time,
      }),
    ),
  }),
}
