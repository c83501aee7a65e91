import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { HomeworkState, MarkKind } from '#shared/contract/enums.ts'
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
import { HomeworkFiles } from '#shared/contract/homework.ts'
import {
  homeworkCommentLength,
  homeworkLength,
  markWordsLength,
  mostMarkPoints,
  mostMarksAtOnce,
  remarkLength,
} from '#shared/contract/text-lengths.ts'

const comment = z._default(z.string().check(z.trim(), z.maxLength(homeworkCommentLength)), '')
const version = intBetween(1, 1_000_000)

/** What a lesson asks of its learners. */
const HomeworkTask = z.object({
  id: z.number(),
  periodId: z.number(),
  periodName: Text,
  /** Null: of everybody who takes the lesson. */
  scheduleId: z.nullable(z.number()),
  title: Text,
  requirement: Text,
  pictures: z.array(Text),
  dueHours: z.nullable(z.number()),
  dueTime: z.nullable(Time),
  closedTime: z.nullable(Time),
  version: z.number(),
  /** How many were handed in, and how many of them wait. */
  handedIn: z.number(),
  waiting: z.number(),
})
export type HomeworkTask = z.output<typeof HomeworkTask>

const QueueRow = z.object({
  id: z.number(),
  nickname: Text,
  headImg: NullableText,
  title: Text,
  courseId: z.number(),
  courseName: Text,
  periodName: Text,
  scheduleName: NullableText,
  state: z.enum(HomeworkState),
  roundNo: z.number(),
  submitTime: Time,
  isLate: z.boolean(),
  /** When an answer is due. */
  answerDueTime: Time,
  score: z.nullable(z.number()),
})

/** Given by who draws, so that the same sent twice is there once. */
const MarkKey = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

const NewMark = z.object({
  key: MarkKey,
  kind: z.enum(MarkKind),
  points: z.array(z.int().check(z.gte(-1000), z.lte(200_000))).check(z.minLength(2), z.maxLength(mostMarkPoints * 3)),
  words: z._default(z.string().check(z.trim(), z.maxLength(markWordsLength)), ''),
})

const Remark = z.object({ id: z.number(), words: Text })

/** The round that is marked as it was read: what was handed in anew, corrected or sent back meanwhile isn't marked any more (4004). */
const ofRound = { id: Id, roundNo: intBetween(1, 1000) }

const at = '/api/teach/homework' as const

/**
 * For the staff of a class, in the learners' session: teachers first, assistants after a day, head masters, the education office and administrators
 * always. For everybody else there is no such homework (404). Each writing call leaves a row in the audit; marks bear their own author and time.
 */
export const teachHomeworkApi = {
  /** The oldest that wait first; corrected ones the newest first. */
  queue: endpoint(`GET ${at}/queue`, {
    access: 'user',
    input: z.object({
      state: z._default(intBetween(2, 3), 2),
      courseId: z.optional(Id),
      scheduleId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    /** `isWhole`: nothing lies behind what `total` counts, which is 200 at most. */
    output: z.extend(pageOf(QueueRow), { isWhole: z.boolean() }),
  }),
  /** Final. `version` as it was read: whoever comes second is refused (4004). */
  correct: endpoint(`POST ${at}/correct`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, version, score: intBetween(0, 100), comment, files: HomeworkFiles }),
    output: z.literal(true),
  }),
  /** Draws on a photo of what waits. Others' marks stay; keys that are there already change nothing. */
  mark: endpoint(`POST ${at}/mark`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      ...ofRound,
      url: z.string().check(z.maxLength(300)),
      marks: z.array(NewMark).check(z.minLength(1), z.maxLength(mostMarksAtOnce)),
    }),
    output: z.literal(true),
  }),
  /** Takes own marks away, or brings them back. */
  unmark: endpoint(`POST ${at}/unmark`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      ...ofRound,
      keys: z.array(MarkKey).check(z.minLength(1), z.maxLength(mostMarksAtOnce)),
      isRemoved: Flag,
    }),
    output: z.literal(true),
  }),
  /** Other words at an own pin; `version` as they were read: another tab's newer ones are refused (4004). */
  markWords: endpoint(`POST ${at}/mark/words`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      ...ofRound,
      key: MarkKey,
      words: z.string().check(z.trim(), z.maxLength(markWordsLength)),
      version,
    }),
    output: z.object({ version: z.number() }),
  }),
  /** What the caller often writes, the newest first. */
  remarks: endpoint(`GET ${at}/remark/list`, { access: 'user', input: Empty, output: z.array(Remark) }),
  /** Keeps a remark; one that is there already stays. Answers all of them. */
  saveRemark: endpoint(`POST ${at}/remark/save`, {
    access: 'user',
    writes: 'one',
    input: z.object({ words: z.string().check(z.trim(), z.minLength(1), z.maxLength(remarkLength)) }),
    output: z.array(Remark),
  }),
  deleteRemark: endpoint(`POST ${at}/remark/delete`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.array(Remark),
  }),
  /** To be done again; says why. */
  return: endpoint(`POST ${at}/return`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: Id,
      version,
      comment: z.string().check(z.trim(), z.minLength(1), z.maxLength(homeworkCommentLength)),
      files: HomeworkFiles,
    }),
    output: z.literal(true),
  }),
  /** Shown to the class when its learner allows it. */
  excellent: endpoint(`POST ${at}/excellent`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, isExcellent: Flag }),
    output: z.literal(true),
  }),
  /** What the lessons of a course ask, of everybody and of one class. */
  tasks: endpoint(`GET ${at}/task/list`, {
    access: 'user',
    input: z.object({ courseId: Id, scheduleId: z.optional(Id), pageNum: PageNum, pageSize: pageSize(20) }),
    output: pageOf(HomeworkTask),
  }),
  /** Sets it, or changes it (`version` as it was read, 0 for a new one). One task a lesson and class. */
  saveTask: endpoint(`POST ${at}/task/save`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      periodId: Id,
      scheduleId: z.optional(Id),
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
      requirement: z._default(z.string().check(z.trim(), z.maxLength(homeworkLength)), ''),
      pictures: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(9)), []),
      dueHours: z.optional(z.nullable(intBetween(1, 2160))),
      dueTime: z.optional(z.nullable(z.number())),
      version: z._default(intBetween(0, 1_000_000), 0),
    }),
    output: z.object({ id: z.number() }),
  }),
  /** Takes nothing new any more, or takes it again. */
  closeTask: endpoint(`POST ${at}/task/close`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, version, isClosed: Flag }),
    output: z.literal(true),
  }),
}
