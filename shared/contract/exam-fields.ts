import * as z from 'zod/mini'
import { AttemptClosedBy, AttemptState, ExamStatus, QuestionKind } from '#shared/contract/enums.ts'
import { Id, intBetween, NullableText, Text, Time } from '#shared/contract/fields.ts'
import {
  examAnswerFileCount,
  examAnswerLength,
  examBlankCount,
  examBlankLength,
} from '#shared/contract/text-lengths.ts'

/** One option; its key stays when options are shuffled. */
export const ExamOption = z.object({ key: z.number(), text: Text })
export type ExamOption = z.output<typeof ExamOption>

/**
 * What somebody answered; which part counts is the question's kind: `options` (single, multiple: keys), `isTrue`, `blanks` (fill-in, one a
 * blank), `text` with `files` (short answer; addresses as their upload answered them). Nothing at all: the answer was taken back.
 */
export const ExamAnswer = z.object({
  options: z.optional(z.array(intBetween(0, 25)).check(z.maxLength(26))),
  isTrue: z.optional(z.boolean()),
  blanks: z.optional(z.array(z.string().check(z.maxLength(examBlankLength))).check(z.maxLength(examBlankCount))),
  text: z.optional(z.string().check(z.maxLength(examAnswerLength))),
  files: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(examAnswerFileCount)),
  ),
})
export type ExamAnswer = z.output<typeof ExamAnswer>

/** The right answer: `blanks` has every wording that is right for each blank; `text` is what a good short answer says. */
export const ExamKey = z.object({
  options: z.optional(z.array(z.number())),
  isTrue: z.optional(z.boolean()),
  blanks: z.optional(z.array(z.array(Text))),
  text: z.optional(Text),
})
export type ExamKey = z.output<typeof ExamKey>

/** The order in which one attempt shows its questions and their options. */
export interface ExamLayout {
  readonly questions: readonly { readonly id: number; readonly options: readonly number[] }[]
}

/** A question as it is asked: without its answer. Options stand in the attempt's order. */
export const ExamQuestion = z.object({
  id: z.number(),
  kind: z.enum(QuestionKind),
  stem: Text,
  picture: NullableText,
  options: z.array(ExamOption),
  /** How many blanks a fill-in has; 0 for the others. */
  blankCount: z.number(),
  score: z.number(),
})
export type ExamQuestion = z.output<typeof ExamQuestion>

/** What goes over the wire for one changed answer. */
export const AnswerChange = z.object({
  questionId: Id,
  answer: ExamAnswer,
  isFlagged: z._default(z.boolean(), false),
  /** The device's own number, going up with each change. */
  seq: intBetween(1, Number.MAX_SAFE_INTEGER),
})
export type AnswerChange = z.output<typeof AnswerChange>

/** An answer as it stands on the server. Files have addresses that are good for their reader. */
export const SavedAnswer = z.object({
  questionId: z.number(),
  answer: ExamAnswer,
  isFlagged: z.boolean(),
  seq: z.number(),
  leaseNo: z.number(),
  savedTime: Time,
})
export type SavedAnswer = z.output<typeof SavedAnswer>

/** What its learner gets for handing in; also when the clock did it. */
export const ExamReceipt = z.object({
  no: Text,
  submitTime: Time,
  closedBy: z.enum(AttemptClosedBy),
  answered: z.number(),
  total: z.number(),
  /** Of the canonical JSON of the answers in the paper's order, hexadecimal. */
  sha256: Text,
})
export type ExamReceipt = z.output<typeof ExamReceipt>

/** One exam in a list. */
export const ExamRow = z.object({
  id: z.number(),
  title: Text,
  courseId: z.nullable(z.number()),
  /** '' for a paper of everybody. */
  courseName: Text,
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  /** Null: only the window counts. */
  durationMin: z.nullable(z.number()),
  questionCount: z.number(),
  totalScore: z.number(),
  attemptsAllowed: z.number(),
  attemptsUsed: z.number(),
  status: z.enum(ExamStatus),
  /** The best one that may be seen. */
  score: z.nullable(z.number()),
  /** When the attempt that is under way ends. */
  deadlineTime: z.nullable(Time),
  submitTime: z.nullable(Time),
  /** A paper that is taken elsewhere: it opens there. */
  url: NullableText,
  /** Another attempt may be begun now. */
  canBegin: z.boolean(),
  /** Taken back by the school: what is under way takes no answers. */
  isWithdrawn: z.boolean(),
})
export type ExamRow = z.output<typeof ExamRow>

/** An attempt that is under way, with all that is needed to go on. */
export const ExamAttempt = z.object({
  id: z.number(),
  attemptNo: z.number(),
  state: z.enum(AttemptState),
  begunTime: Time,
  deadlineTime: z.nullable(Time),
  /** The server's clock at the answer: remaining time is counted from it, never from the browser's. */
  serverTime: Time,
  /** Only answers under the newest lease are taken. */
  leaseNo: z.number(),
  questions: z.array(ExamQuestion),
  answers: z.array(SavedAnswer),
})
export type ExamAttempt = z.output<typeof ExamAttempt>
