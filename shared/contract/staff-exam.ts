import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { AnswersRevealed, PaperState, QuestionKind } from '#shared/contract/enums.ts'
import { ExamKey, ExamOption } from '#shared/contract/exam-fields.ts'
import { Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time, TimeIn } from '#shared/contract/fields.ts'
import { examBlankCount, examBlankLength } from '#shared/contract/text-lengths.ts'

const settings = {
  title: Text,
  intro: Text,
  /** The course or programme whose learners take it; null: everybody who is signed in. */
  productId: z.nullable(z.number()),
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  durationMin: z.nullable(z.number()),
  attemptsAllowed: z.number(),
  reveal: z.enum(AnswersRevealed),
  /** Multiple choice: a part of the right options without a wrong one gives half, rounded down. */
  halfForPart: z.boolean(),
  isShuffled: z.boolean(),
  /** Taken elsewhere; then it has no questions. */
  url: NullableText,
}

/** A paper as the office sees it. */
export const StaffPaper = z.object({
  ...settings,
  id: z.number(),
  courseName: Text,
  state: z.enum(PaperState),
  version: z.number(),
  questionCount: z.number(),
  totalScore: z.number(),
  /** With one its questions stay as they are. */
  attempts: z.number(),
  updateTime: Time,
  publishTime: z.nullable(Time),
})
export type StaffPaper = z.output<typeof StaffPaper>

/** A question with its key. */
export const StaffQuestion = z.object({
  id: z.number(),
  kind: z.enum(QuestionKind),
  stem: Text,
  picture: NullableText,
  options: z.array(ExamOption),
  key: ExamKey,
  explanation: Text,
  score: z.number(),
})
export type StaffQuestion = z.output<typeof StaffQuestion>

const PaperWithQuestions = z.extend(StaffPaper, { questions: z.array(StaffQuestion) })
export type PaperWithQuestions = z.output<typeof PaperWithQuestions>

const words = (most: number, least = 1) => z.string().check(z.trim(), z.minLength(least), z.maxLength(most))
/** As it was read. */
const version = intBetween(1, 1_000_000)
const wording = words(examBlankLength)

/** What is asked; the parts of its key that don't belong to its kind are left out. */
const NewQuestion = z.object({
  kind: z.enum(QuestionKind),
  stem: words(2000),
  picture: z._default(z.nullable(z.string().check(z.maxLength(300), z.regex(/^(?:\/(?!\/)|https:\/\/)\S+$/))), null),
  options: z._default(z.array(z.object({ key: intBetween(0, 25), text: words(500) })).check(z.maxLength(26)), []),
  key: z.object({
    options: z.optional(z.array(intBetween(0, 25)).check(z.maxLength(26))),
    isTrue: z.optional(z.boolean()),
    blanks: z.optional(
      z.array(z.array(wording).check(z.minLength(1), z.maxLength(20))).check(z.maxLength(examBlankCount)),
    ),
    text: z.optional(words(3000, 0)),
  }),
  explanation: z._default(words(3000, 0), ''),
  score: intBetween(1, 100),
})
export type NewQuestion = z.output<typeof NewQuestion>

/** Share of a question's right answers, and what was chosen instead. */
const QuestionFigures = z.object({
  id: z.number(),
  kind: z.enum(QuestionKind),
  stem: Text,
  score: z.number(),
  /** Attempts in which it was answered. */
  answered: z.number(),
  /** Of those, with all points. */
  right: z.number(),
  /** Mean of what it gave to all, to one decimal; null before anybody was marked. */
  average: z.nullable(z.number()),
  /** How often each option was chosen. */
  chosen: z.array(z.object({ key: z.number(), count: z.number() })),
})

const ExamFigures = z.object({
  id: z.number(),
  title: Text,
  totalScore: z.number(),
  /** Learners who have begun it. */
  people: z.number(),
  answering: z.number(),
  /** Attempts that wait for marks. */
  waiting: z.number(),
  scored: z.number(),
  /** Attempts that the clock ended. */
  closedByClock: z.number(),
  /** Of all scored attempts; null without one. */
  average: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  lowest: z.nullable(z.number()),
  /** Scored attempts by tenths of the total: 0–10 %, … 90–100 %. */
  tenths: z.array(z.number()),
  questions: z.array(QuestionFigures),
})
export type ExamFigures = z.output<typeof ExamFigures>

const at = '/api/staff/exam'

/** Papers of the school: made as drafts, published, withdrawn; every change leaves a line in the audit. */
export const staffExamApi = {
  /** The last changed first. */
  papers: endpoint(`GET ${at}/papers`, {
    access: 'staff',
    right: 'exam.list',
    input: z.object({
      state: z.optional(intBetween(1, 3)),
      productId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(StaffPaper),
  }),
  /** With its questions and their keys. */
  paper: endpoint(`GET ${at}/paper`, {
    access: 'staff',
    right: 'exam.view',
    input: z.object({ id: Id }),
    output: PaperWithQuestions,
  }),
  /** Makes a draft, or changes the settings of the paper that was read. Attempts under way keep the end that they began with. */
  save: endpoint(`POST ${at}/save`, {
    access: 'staff',
    right: 'exam.save',
    writes: 'one',
    input: z.object({
      id: z.optional(Id),
      /** 0 for a new one. */
      version: z._default(intBetween(0, 1_000_000), 0),
      title: words(60),
      intro: z._default(words(2000, 0), ''),
      productId: z._default(z.nullable(Id), null),
      begDate: z._default(z.nullable(TimeIn), null),
      endDate: z._default(z.nullable(TimeIn), null),
      durationMin: z._default(z.nullable(intBetween(1, 600)), null),
      attemptsAllowed: z._default(intBetween(1, 20), 1),
      reveal: z._default(z.enum(AnswersRevealed), AnswersRevealed.afterEnd),
      halfForPart: z._default(z.boolean(), true),
      isShuffled: z._default(z.boolean(), true),
      url: z._default(z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(500))), null),
    }),
    output: z.object({ id: z.number(), version: z.number() }),
  }),
  /** All questions of a paper, in their order; refused once somebody has begun it. */
  questions: endpoint(`POST ${at}/questions`, {
    access: 'staff',
    right: 'exam.questions',
    writes: 'one',
    input: z.object({ id: Id, version, questions: z.array(NewQuestion).check(z.maxLength(200)) }),
    output: z.object({ version: z.number() }),
  }),
  /** Lets learners take it, or takes it back: then nothing more of it is taken, and results stay. */
  publish: endpoint(`POST ${at}/publish`, {
    access: 'staff',
    right: 'exam.publish',
    writes: 'one',
    input: z.object({ id: Id, version, isPublished: z.boolean() }),
    output: z.object({ version: z.number() }),
  }),
  statistics: endpoint(`GET ${at}/statistics`, {
    access: 'staff',
    right: 'exam.statistics',
    input: z.object({ id: Id }),
    output: ExamFigures,
  }),
}
