import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { MistakeSource, MistakeState } from '#shared/contract/enums.ts'
import { ExamAnswer, ExamKey, ExamQuestion } from '#shared/contract/exam-fields.ts'
import { Day, Flag, Id, intBetween, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'

const Mistake = z.object({
  question: ExamQuestion,
  paperId: z.number(),
  paperTitle: Text,
  /** '' for a paper of everybody. */
  courseName: Text,
  state: z.enum(MistakeState),
  source: z.enum(MistakeSource),
  /** The day on which it is asked again. */
  dueDay: Day,
  /** Right answers in a row, each on a later day; four master it. */
  successes: z.number(),
  lapses: z.number(),
  createTime: Time,
})
export type Mistake = z.output<typeof Mistake>

/**
 * Questions that somebody got wrong, asked again until they are gone. Only questions whose answers may be seen by their reader are in it;
 * foreign ones are as unknown as those that never were.
 */
export const mistakeApi = {
  /** By state, those that are due soonest first. */
  list: endpoint('GET /api/exam/mistake/list', {
    access: 'user',
    input: z.object({
      state: z._default(intBetween(1, 3), 1),
      paperId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: z.extend(pageOf(Mistake), {
      listStatus: z.object({ active: z.number(), mastered: z.number(), dismissed: z.number(), due: z.number() }),
      /** Questions answered in the book today; with twenty nothing more is asked. */
      doneToday: z.number(),
    }),
  }),
  /** What is asked today, at most twenty; the rest is no debt. */
  queue: endpoint('GET /api/exam/mistake/queue', {
    access: 'user',
    input: z.object({}),
    output: z.object({ questions: z.array(Mistake), doneToday: z.number(), dueTotal: z.number() }),
  }),
  /** Puts a question of a paper that the caller has handed in into the book, or back into it. */
  add: endpoint('POST /api/exam/mistake/add', {
    access: 'user',
    writes: 'one',
    input: z.object({ questionId: Id }),
    output: z.literal(true),
  }),
  /** Answers a question that is due. A short answer is judged by its learner (`isRight`), who has seen the key. `clientKey` makes it happen once. */
  answer: endpoint('POST /api/exam/mistake/answer', {
    access: 'user',
    writes: 'one',
    input: z.object({
      questionId: Id,
      clientKey: Text.check(z.regex(/^[\w-]{8,64}$/)),
      answer: ExamAnswer,
      isRight: z.optional(Flag),
    }),
    output: z.object({
      isRight: z.boolean(),
      key: ExamKey,
      explanation: Text,
      dueDay: Day,
      state: z.enum(MistakeState),
      successes: z.number(),
    }),
  }),
  /** The key of a short answer, for its learner to judge by. */
  reveal: endpoint('POST /api/exam/mistake/reveal', {
    access: 'user',
    writes: 'one',
    input: z.object({ questionId: Id }),
    output: z.object({ key: ExamKey, explanation: Text }),
  }),
  /** Puts it away, or takes it back. */
  dismiss: endpoint('POST /api/exam/mistake/dismiss', {
    access: 'user',
    writes: 'one',
    input: z.object({ questionId: Id, isDismissed: Flag }),
    output: z.literal(true),
  }),
}
