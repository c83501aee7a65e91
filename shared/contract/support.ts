import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { ConversationEvent, ConversationSide } from '#shared/contract/enums.ts'
import { Empty, intBetween, NullableText, Text, Time } from '#shared/contract/fields.ts'
import {
  contactLength,
  supportPictureCount,
  ratingWordsLength,
  supportTextLength,
} from '#shared/contract/text-lengths.ts'

/** Where an inbox elsewhere tells of answers: verified by its signature alone. */
export const inboxPath = '/api/support/inbox'

/** Whether somebody answers now, and when they do. */
export const SupportDuty = z.object({
  /** Within the hours, and somebody is there. */
  isOnDuty: z.boolean(),
  /** Within the hours. */
  isOpen: z.boolean(),
  /** When the hours that run now end; null outside of them. */
  closeTime: z.nullable(Time),
  /** When the next ones begin; null when none are planned. */
  nextTime: z.nullable(Time),
})
export type SupportDuty = z.output<typeof SupportDuty>

export const SupportPicture = z.object({ url: Text, name: Text })

/** Something that was said, under its number. */
export const SupportMessage = z.object({
  seq: z.number(),
  side: z.enum(ConversationSide),
  /** Of the school itself: what has happened; its words are `text`. */
  event: z.nullable(z.enum(ConversationEvent)),
  /** What the agent is called: '教务老师'. */
  agentRole: NullableText,
  text: Text,
  pictures: z.array(SupportPicture),
  /** The sender's own mark, by which they find it again. */
  clientMsgId: NullableText,
  sentTime: Time,
})
export type SupportMessage = z.output<typeof SupportMessage>

/** How a conversation stands. `waiting`: nobody has answered the last words yet; `closed` ones go on with the next word. */
export const supportStates = ['new', 'waiting', 'answered', 'closed'] as const

export const SupportState = z.object({
  duty: SupportDuty,
  state: z.enum(supportStates),
  lastSeq: z.number(),
  seenSeq: z.number(),
  /** Answers that its owner hasn't seen. */
  unread: z.number(),
  /** What who answers is called: '教务老师'; null while nobody does. */
  agentRole: NullableText,
  /** How many are before them, while they wait and somebody is there. */
  ahead: z.nullable(z.number()),
  /** Seconds until an answer, as the last ones came; null while too few came. */
  expectedSec: z.nullable(z.number()),
  /** The number under which it is answered while nobody is there, and until when. */
  ticketNo: NullableText,
  answerDueTime: z.nullable(Time),
  /** The last round is over and may be rated. */
  mayRate: z.boolean(),
  rating: z.nullable(z.number()),
  /** Pictures need an account; a visitor may say where to answer. */
  isVisitor: z.boolean(),
  contact: NullableText,
})
export type SupportState = z.output<typeof SupportState>

const Opened = z.object({
  state: SupportState,
  /** In the order of their numbers. */
  messages: z.array(SupportMessage),
  /** What the socket is joined with, good for a minute; null before the first word. */
  sign: NullableText,
})

const sequence = intBetween(0, 2_000_000_000)

/** Conversations of learners and visitors with customer service. */
export const supportApi = {
  duty: endpoint('GET /api/support/duty', { sameForAll: true, input: Empty, output: SupportDuty }),
  /** How one's own conversation stands, its last messages, and what the socket is joined with. What a visitor said comes along at the first call after signing in. */
  open: endpoint('POST /api/support/open', { writes: 'steps', input: z.object({}), output: Opened }),
  /** After a number, in order, at most 200; or before one, the newest 30. */
  messages: endpoint('GET /api/support/messages', {
    input: z.object({ afterSeq: z.optional(sequence), beforeSeq: z.optional(sequence) }),
    output: z.object({ state: SupportState, messages: z.array(SupportMessage) }),
  }),
  /** The same `clientMsgId` again is the same message. A browser without an account gets its cookie with the first one. */
  send: endpoint('POST /api/support/send', {
    writes: 'steps',
    input: z.object({
      text: z.string().check(z.maxLength(supportTextLength)),
      pictures: z._default(z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(supportPictureCount)), []),
      clientMsgId: z.string().check(z.minLength(8), z.maxLength(64)),
      contact: z.optional(z.string().check(z.trim(), z.maxLength(contactLength))),
    }),
    output: z.object({ seq: z.number(), state: SupportState, sign: NullableText }),
  }),
  /** Up to which number it was read; never goes back. */
  seen: endpoint('POST /api/support/seen', {
    writes: 'steps',
    input: z.object({ upTo: sequence }),
    output: z.object({ unread: z.number() }),
  }),
  unread: endpoint('GET /api/support/unread', { input: Empty, output: z.object({ unread: z.number() }) }),
  /** Of the round that is over, once. */
  rate: endpoint('POST /api/support/rate', {
    writes: 'steps',
    input: z.object({
      score: z.int().check(z.gte(1), z.lte(5)),
      words: z.optional(z.string().check(z.trim(), z.maxLength(ratingWordsLength))),
    }),
    output: SupportState,
  }),
  /** With what an inbox elsewhere knows a learner for who they are; null without one. */
  identity: endpoint('GET /api/support/identity', {
    access: 'user',
    input: Empty,
    output: z.nullable(z.object({ identifier: Text, hash: Text, name: Text })),
  }),
}
