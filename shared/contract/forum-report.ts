import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { BanDays, DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { Empty, Id, intBetween, NullableText, PageNum, pageOf, pageSize, Text, Time } from '#shared/contract/fields.ts'
import {
  appealPictureCount,
  appealWordsLength,
  reportPictureCount,
  reportWordsLength,
} from '#shared/contract/text-lengths.ts'

/** Addresses of private files that the caller has uploaded. */
const pictures = (most: number) => z._default(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(most)), [])

/** What somebody said against a decision, and what came of it. */
export const OwnAppeal = z.object({
  words: Text,
  pictures: z.array(Text),
  time: Time,
  /** Until when it is answered. */
  dueTime: Time,
  answerTime: z.nullable(Time),
  /** Null: it isn't answered yet. */
  isWon: z.nullable(z.boolean()),
  answer: NullableText,
})

/** A decision about something of the caller's, without who made it. */
export const OwnDecision = z.object({
  id: z.number(),
  act: z.enum(DecisionAct),
  /** Null: it was about no text. */
  target: z.nullable(z.enum(ForumTarget)),
  postId: z.nullable(z.number()),
  /** Of the post; '' for a comment. */
  title: Text,
  /** The text as it was decided upon, without markup. */
  content: Text,
  /** As 社区公约 has it, '二之三　盗用他人的作品'; null: the text was found good. */
  clause: NullableText,
  reason: Text,
  note: Text,
  banDays: z.nullable(z.enum(BanDays)),
  /** When the ban ends or ended; null: no ban, or one for good. */
  banUntil: z.nullable(Time),
  /** Whether it keeps the caller from speaking now. */
  isBanned: z.boolean(),
  time: Time,
  /** Somebody else said otherwise: it is as if it had never been. */
  isOverturned: z.boolean(),
  /** Until when it may be appealed; null: it can't, or was. */
  appealUntil: z.nullable(Time),
  appeal: z.nullable(OwnAppeal),
})
export type OwnDecision = z.output<typeof OwnDecision>

/** What the caller has reported. */
export const OwnReport = z.object({
  id: z.number(),
  target: z.enum(ForumTarget),
  postId: z.number(),
  /** Of the post. */
  title: Text,
  clause: Text,
  words: Text,
  time: Time,
  dueTime: Time,
  /** What came of it, in words; null until it is told. */
  result: NullableText,
})
export type OwnReport = z.output<typeof OwnReport>

/** How a learner of the forum is treated: reports, decisions about them, appeals. */
export const forumReportApi = {
  /** Once for a person and a text; the result comes as a message within 24 hours. */
  report: endpoint('POST /api/post/report/add', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      target: z.pipe(intBetween(1, 3), z.enum({ post: ForumTarget.post, comment: ForumTarget.comment })),
      id: Id,
      /** A key of the clauses of 社区公约. */
      clause: z.string().check(z.maxLength(20)),
      words: z._default(z.string().check(z.trim(), z.maxLength(reportWordsLength)), ''),
      pictures: pictures(reportPictureCount),
    }),
    output: z.object({ id: z.number(), dueTime: Time }),
  }),
  reports: endpoint('GET /api/post/report/my-list', {
    access: 'user',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(10) }),
    output: pageOf(OwnReport),
  }),
  /** The newest first; those that are told. */
  decisions: endpoint('GET /api/post/decision/my-list', {
    access: 'user',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(10) }),
    output: pageOf(OwnDecision),
  }),
  decision: endpoint('GET /api/post/decision/detail', {
    access: 'user',
    input: z.object({ id: Id }),
    output: OwnDecision,
  }),
  /** Once for a decision, within 15 days; whoever had no part in it answers within five working days. */
  appeal: endpoint('POST /api/post/decision/appeal', {
    access: 'user',
    writes: 'steps',
    input: z.object({
      id: Id,
      words: z.string().check(z.trim(), z.minLength(1), z.maxLength(appealWordsLength)),
      pictures: pictures(appealPictureCount),
    }),
    output: z.object({ dueTime: Time }),
  }),
  /** What keeps the caller from speaking; null: nothing. Nobody is told of somebody else's. */
  ownBan: endpoint('GET /api/post/decision/my-ban', {
    access: 'user',
    input: Empty,
    output: z.nullable(
      z.object({
        clause: NullableText,
        reason: Text,
        beginTime: Time,
        /** Null: for good. */
        untilTime: z.nullable(Time),
        /** Null: there is no decision that could be appealed. */
        decisionId: z.nullable(z.number()),
        /** Until when it may be appealed. */
        appealUntil: z.nullable(Time),
        isAppealed: z.boolean(),
      }),
    ),
  }),
}
