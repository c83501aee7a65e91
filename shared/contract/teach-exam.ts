import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { AttemptClosedBy, AttemptState, PaperState, UnsavedReason } from '#shared/contract/enums.ts'
import { ResultQuestion } from '#shared/contract/exam.ts'
import { ExamAnswer, ExamReceipt } from '#shared/contract/exam-fields.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'
import { homeworkCommentLength } from '#shared/contract/text-lengths.ts'

/** A paper as who teaches its course sees it. */
export const TaughtPaper = z.object({
  id: z.number(),
  title: Text,
  courseName: Text,
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  durationMin: z.nullable(z.number()),
  questionCount: z.number(),
  totalScore: z.number(),
  state: z.enum(PaperState),
  /** Attempts under way, to be marked, and scored; of the learners whom the caller teaches. */
  answering: z.number(),
  waiting: z.number(),
  scored: z.number(),
})
export type TaughtPaper = z.output<typeof TaughtPaper>

const Person = z.object({ id: z.number(), nickname: Text, headImg: NullableText })

/** An attempt in the queue. */
export const TaughtAttempt = z.object({
  id: z.number(),
  paperId: z.number(),
  title: Text,
  courseName: Text,
  scheduleName: NullableText,
  learner: Person,
  attemptNo: z.number(),
  state: z.enum(AttemptState),
  begunTime: Time,
  deadlineTime: z.nullable(Time),
  submitTime: z.nullable(Time),
  closedBy: z.nullable(z.enum(AttemptClosedBy)),
  /** Short answers that nobody has marked yet. */
  toMark: z.number(),
  score: z.nullable(z.number()),
  totalScore: z.number(),
  /** Its learner sees the score, whatever the paper says. */
  isReleased: z.boolean(),
})
export type TaughtAttempt = z.output<typeof TaughtAttempt>

/** An attempt with everything: keys, marks, and what came too late or from another device. */
export const AttemptToMark = z.extend(TaughtAttempt, {
  version: z.number(),
  receipt: ExamReceipt,
  objectiveScore: z.number(),
  /** Its learner sees the score by now: it was released, or the paper shows it. */
  isSeen: z.boolean(),
  questions: z.array(ResultQuestion),
  /** Kept, not counted; the newest last. */
  late: z.array(
    z.object({
      questionId: z.number(),
      answer: ExamAnswer,
      reason: z.enum(UnsavedReason),
      device: Text,
      receivedTime: Time,
    }),
  ),
})
export type AttemptToMark = z.output<typeof AttemptToMark>

const at = '/api/teach/exam'
/** As it was read. */
const version = intBetween(1, 1_000_000)

/** Points and words for short answers. */
const Marks = z
  .array(
    z.object({
      questionId: Id,
      score: intBetween(0, 100),
      comment: z._default(z.string().check(z.trim(), z.maxLength(homeworkCommentLength)), ''),
    }),
  )
  .check(z.minLength(1), z.maxLength(100))
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

/**
 * Marking exams, in the learners' session: teachers and assistants of the learner's class, head masters, the education office and
 * administrators. For everybody else there is no such attempt (404).
 */
export const teachExamApi = {
  /** Papers of the caller's courses, those with something to mark first. */
  papers: endpoint(`GET ${at}/papers`, {
    access: 'user',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(10) }),
    output: pageOf(TaughtPaper),
  }),
  /** Attempts of learners whom the caller teaches: 1 under way, 2 to be marked (the longest waiting first), 3 scored (the newest first). */
  queue: endpoint(`GET ${at}/queue`, {
    access: 'user',
    input: z.object({
      state: z._default(intBetween(1, 3), 2),
      paperId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: pageOf(TaughtAttempt),
  }),
  /** One that was handed in. */
  attempt: endpoint(`GET ${at}/attempt`, { access: 'user', input: z.object({ id: Id }), output: AttemptToMark }),
  /** Marks short answers, some or all; may be changed until the attempt is finished. Answers the new version. */
  mark: endpoint(`POST ${at}/mark`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: Id,
      version,
      marks: Marks,
    }),
    output: z.object({ version: z.number() }),
  }),
  /** All short answers are marked: the score stands, and its learner is told as soon as it may be seen. From then on only `remark` changes it. */
  finish: endpoint(`POST ${at}/finish`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, version }),
    output: z.object({ score: z.number() }),
  }),
  /** Marks of a scored attempt put right, with the reason: the score follows, and a learner who sees it is told both. */
  remark: endpoint(`POST ${at}/remark`, {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, version, marks: Marks, reason }),
    output: z.object({ version: z.number(), score: z.number() }),
  }),
  /** So many minutes in all beyond the paper's, for one learner: the attempt under way ends later, or the next one. */
  extend: endpoint(`POST ${at}/extend`, {
    access: 'user',
    writes: 'one',
    input: z.object({
      paperId: Id,
      userId: Id,
      extraMin: intBetween(1, 10_080),
      reason,
    }),
    output: z.object({ deadlineTime: z.nullable(Time) }),
  }),
  /** Lets learners see scores before the paper does: of one attempt, or of all that the caller may mark. Answers how many. */
  release: endpoint(`POST ${at}/release`, {
    access: 'user',
    writes: 'one',
    input: z.object({ paperId: Id, id: z.optional(Id) }),
    output: z.object({ released: z.number() }),
  }),
}
