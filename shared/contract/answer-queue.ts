import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { queueQuestionLength } from '#shared/contract/text-lengths.ts'

const question = z.string().check(z.trim(), z.minLength(1), z.maxLength(queueQuestionLength))

const QueuePerson = z.object({
  /** Of this turn in the queue. */
  entryId: z.number(),
  nickname: Text,
  headImg: NullableText,
  question: Text,
  joinedTime: Time,
  calledTime: z.nullable(Time),
  isHere: z.boolean(),
})
export type QueuePerson = z.output<typeof QueuePerson>

/** The queue of a room for questions as one person sees it. */
export const AnswerQueue = z.object({
  /** How many wait, whoever's turn it is not among them. */
  waiting: z.number(),
  /** Whose turn it is; null between two. */
  currentName: NullableText,
  /** Seconds until who came now would be called, from how long the last ones took. */
  expectedWaitSec: z.number(),
  /** The caller's own place; null: not in the queue. */
  own: z.nullable(
    z.object({
      entryId: z.number(),
      question: Text,
      /** 1 is called next; 0: it is their turn. */
      position: z.number(),
      expectedWaitSec: z.number(),
    }),
  ),
  /** For the room's staff, in order, whose turn it is first; null for others. */
  people: z.nullable(z.array(QueuePerson)),
})
export type AnswerQueue = z.output<typeof AnswerQueue>

const at = '/api/live-solution-room/queue' as const

/** Queueing with a question in a room for questions: in order, unless staff pick; a place outlives a lost line by a minute. */
export const answerQueueApi = {
  /** Keeps the places of who is in the room, and takes those away that have been gone for a minute. */
  queue: endpoint(`GET ${at}`, {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id }),
    output: AnswerQueue,
  }),
  /** What whoever isn't in the room yet may know of its queue; names are shortened. Null while the room isn't on. */
  state: endpoint(`GET ${at}/state`, {
    service: 'mindLive',
    access: 'user',
    input: z.object({ id: Id }),
    output: z.nullable(z.object({ waiting: z.number(), currentName: NullableText, expectedWaitSec: z.number() })),
  }),
  /** Who is in it already stays where they are, with the new words. */
  join: endpoint(`POST ${at}/join`, {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id, question }),
    output: AnswerQueue,
  }),
  /** Also ends one's own turn. */
  leave: endpoint(`POST ${at}/leave`, {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id }),
    output: AnswerQueue,
  }),
  /**
   * For the room's staff: ends the turn that they see (`current`; null: none) and calls the next, or `entryId`. When it isn't that one's
   * turn any more, nothing happens: of two who press, one calls.
   */
  call: endpoint(`POST ${at}/call`, {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id, current: z.nullable(Id), entryId: z.optional(Id) }),
    output: AnswerQueue,
  }),
  /** For the room's staff: ends a turn and calls nobody. */
  end: endpoint(`POST ${at}/end`, {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id, current: Id }),
    output: AnswerQueue,
  }),
}
