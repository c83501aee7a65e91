import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { AnswersRevealed, ExamSaveState, QuestionKind } from '#shared/contract/enums.ts'
import {
  AnswerChange,
  ExamAnswer,
  ExamAttempt,
  ExamKey,
  ExamQuestion,
  ExamReceipt,
  ExamRow,
} from '#shared/contract/exam-fields.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'

/** A name that a browser's tab gives itself. */
const device = Text.check(z.regex(/^[\w-]{8,64}$/))

/** A paper before and between attempts. */
export const ExamPaper = z.extend(ExamRow, {
  intro: Text,
  reveal: z.enum(AnswersRevealed),
  halfForPart: z.boolean(),
  /** Kinds in the paper's order, with how many questions and what they give. */
  parts: z.array(z.object({ kind: z.enum(QuestionKind), count: z.number(), score: z.number() })),
  /** Why it can't be begun or gone on with now; null when it can. */
  refusal: NullableText,
  /** The number of the last attempt, for its result; null without one. */
  lastAttemptNo: z.nullable(z.number()),
  serverTime: Time,
})
export type ExamPaper = z.output<typeof ExamPaper>

/** One question of a result. What may not be seen yet is null. */
export const ResultQuestion = z.extend(ExamQuestion, {
  answer: ExamAnswer,
  isAnswered: z.boolean(),
  gained: z.nullable(z.number()),
  key: z.nullable(ExamKey),
  explanation: NullableText,
  comment: NullableText,
})
export type ResultQuestion = z.output<typeof ResultQuestion>

export const ExamResult = z.object({
  id: z.number(),
  title: Text,
  courseName: Text,
  attemptNo: z.number(),
  attemptsUsed: z.number(),
  begunTime: Time,
  receipt: ExamReceipt,
  totalScore: z.number(),
  /** Null until everything is marked, or while the paper keeps it back. */
  score: z.nullable(z.number()),
  /** Mean of the best scores of all who were scored; null below five people. */
  average: z.nullable(z.number()),
  reveal: z.enum(AnswersRevealed),
  /** When answers and explanations will be seen: null when they are by now, or never are. */
  revealTime: z.nullable(Time),
  isRevealed: z.boolean(),
  /** Somebody has still to mark short answers. */
  isWaiting: z.boolean(),
  questions: z.array(ResultQuestion),
  /** How many questions of this paper are in the reader's mistake book. */
  mistakes: z.number(),
})
export type ExamResult = z.output<typeof ExamResult>

/**
 * Exams of the caller. The server's clock rules: an attempt ends at its deadline; what arrives up to ten seconds later still counts.
 * A paper that the caller may not take is as unknown as one that never was.
 */
export const examApi = {
  /** What can be taken or is under way first, by its end; then what is over, the newest first. */
  list: endpoint('GET /api/exam/list-exam', {
    access: 'user',
    input: z.object({
      id: z.optional(Id),
      /** 1 what is still to be taken, 2 what was handed in or missed; else all. */
      over: z.optional(intBetween(1, 2)),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: z.extend(pageOf(ExamRow), {
      listStatus: z.object({ open: z.number(), over: z.number(), mistakes: z.number(), mistakesDue: z.number() }),
    }),
  }),
  detail: endpoint('GET /api/exam/detail', { access: 'user', input: z.object({ id: Id }), output: ExamPaper }),
  /** Begins an attempt, or goes on with the one that is under way; this device writes from now on, whichever did before. */
  begin: endpoint('POST /api/exam/begin', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, device }),
    output: ExamAttempt,
  }),
  /** The same batch again changes nothing and is acknowledged again. */
  save: endpoint('POST /api/exam/save', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      attemptId: Id,
      device,
      leaseNo: intBetween(1, 1_000_000),
      answers: z.array(AnswerChange).check(z.minLength(1), z.maxLength(100)),
    }),
    output: z.object({
      state: z.enum(ExamSaveState),
      savedTime: Time,
      deadlineTime: z.nullable(Time),
      serverTime: Time,
    }),
  }),
  /** Once; again it answers the first receipt. Answers that weren't sent yet come with it, if there is time left. */
  submit: endpoint('POST /api/exam/submit', {
    access: 'user',
    writes: 'one',
    input: z.object({
      attemptId: Id,
      device,
      leaseNo: intBetween(1, 1_000_000),
      answers: z._default(z.array(AnswerChange).check(z.maxLength(200)), []),
    }),
    output: z.object({ state: z.enum(ExamSaveState), receipt: z.nullable(ExamReceipt) }),
  }),
  /** Of the attempt with this number, else of the last one that is over. */
  result: endpoint('GET /api/exam/result', {
    access: 'user',
    input: z.object({ id: Id, attemptNo: z.optional(intBetween(1, 20)) }),
    output: ExamResult,
  }),
}
