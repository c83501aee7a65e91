import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { BanDays, CaseKind, DecisionAct, ForumTarget, ReviewMode, WordAction } from '#shared/contract/enums.ts'
import {
  Day,
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
import { appealAnswerLength, decisionNoteLength, decisionReasonLength } from '#shared/contract/text-lengths.ts'

const Person = z.object({ id: z.number(), nickname: Text })

/** A text that waits for its reviewers, or was reported. */
export const ForumCase = z.object({
  id: z.number(),
  kind: z.enum(CaseKind),
  target: z.enum(ForumTarget),
  targetId: z.number(),
  postId: z.number(),
  /** Of the post. */
  title: Text,
  /** The first words. */
  summary: Text,
  plate: z.object({ id: z.number(), name: Text }),
  author: Person,
  openTime: Time,
  dueTime: Time,
  isOverdue: z.boolean(),
  reports: z.number(),
  /** Who looks at it just now, and until when. */
  claim: z.nullable(z.object({ by: Person, isMine: z.boolean(), untilTime: Time })),
})
export type ForumCase = z.output<typeof ForumCase>

const Report = z.object({
  id: z.number(),
  reporter: Person,
  clause: Text,
  words: Text,
  pictures: z.array(Text),
  time: Time,
})

/** A decision as the staff see it. */
export const ForumDecision = z.object({
  id: z.number(),
  act: z.enum(DecisionAct),
  target: z.nullable(z.enum(ForumTarget)),
  targetId: z.nullable(z.number()),
  postId: z.nullable(z.number()),
  author: Person,
  by: Person,
  title: Text,
  /** Without markup. */
  content: Text,
  clause: NullableText,
  reason: Text,
  note: Text,
  banDays: z.nullable(z.enum(BanDays)),
  time: Time,
  /** When it is told, or was; until then it can be taken back. */
  tellTime: Time,
  state: z.enum(['untold', 'told', 'taken-back', 'lapsed', 'overturned']),
})
export type ForumDecision = z.output<typeof ForumDecision>

const CaseDetail = z.extend(ForumCase, {
  /** What was seen; goes back with the decision. */
  textKey: Text,
  /** Sanitised HTML of a post, plain text of a comment. */
  content: Text,
  /** Of a revision: what everybody sees meanwhile. */
  published: z.nullable(z.object({ title: Text, content: Text })),
  pictures: z.array(Text),
  /** What was decided about the author before, without what was overturned. */
  record: z.object({
    posts: z.number(),
    refused: z.number(),
    removed: z.number(),
    warned: z.number(),
    banned: z.number(),
  }),
  reports: z.number(),
  reported: z.array(Report),
  before: z.array(ForumDecision),
})
export type CaseDetail = z.output<typeof CaseDetail>

const ban = z.optional(z.pipe(intBetween(0, 30), z.enum(BanDays)))
/** Why: a clause of 社区公约 and words; what is found good needs none. */
const why = {
  clause: z.string().check(z.maxLength(20)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(decisionReasonLength)),
  note: z._default(z.string().check(z.trim(), z.maxLength(decisionNoteLength)), ''),
}

export const ForumAppeal = z.object({
  id: z.number(),
  user: Person,
  words: Text,
  pictures: z.array(Text),
  time: Time,
  dueTime: Time,
  isOverdue: z.boolean(),
  /** False: who decided or reported answers no appeal. */
  mayDecide: z.boolean(),
  decision: ForumDecision,
  decidedBy: z.nullable(Person),
  answerTime: z.nullable(Time),
  isWon: z.nullable(z.boolean()),
  answer: NullableText,
})
export type ForumAppeal = z.output<typeof ForumAppeal>

const Ban = z.object({
  id: z.number(),
  user: Person,
  clause: NullableText,
  reason: Text,
  beginTime: Time,
  untilTime: z.nullable(Time),
  liftTime: z.nullable(Time),
  liftReason: NullableText,
  decisionId: z.nullable(z.number()),
  isActive: z.boolean(),
})

const Plate = z.object({
  id: z.number(),
  name: Text,
  reviewMode: z.enum(ReviewMode),
  moderators: z.array(Person),
  isOpen: z.boolean(),
  /** Cases that wait. */
  waiting: z.number(),
})

const Word = z.object({
  id: z.number(),
  word: Text,
  action: z.enum(WordAction),
  version: z.number(),
  saveTime: Time,
})

/** How long people waited, of what was answered in a time. */
const Figures = z.object({
  answered: z.number(),
  /** Minutes until the first answer: half of all waited less; null: nothing was answered. */
  medianMinutes: z.nullable(z.number()),
  /** Of 100, how many were answered in time. */
  inTimePercent: z.nullable(z.number()),
  waiting: z.number(),
  overdue: z.number(),
})

const page = { pageNum: PageNum, pageSize: pageSize(20) }
const textTarget = z.pipe(intBetween(1, 3), z.enum({ post: ForumTarget.post, comment: ForumTarget.comment }))

/** The forum's reviewers: moderators see the cases of their plates, the office and the head masters all. Nobody's own are among them. */
export const staffForumApi = {
  /** What is due first, first: so what is overdue stands on top. `after` is the last row of the page before. */
  queue: endpoint('GET /api/staff/forum/queue', {
    access: 'staff',
    right: 'forum.queue',
    input: z.object({
      kind: z.optional(z.pipe(intBetween(1, 2), z.enum(CaseKind))),
      plateId: z.optional(Id),
      after: z.optional(z.string().check(z.regex(/^\d{13}\.\d{1,15}$/))),
      pageSize: pageSize(20),
    }),
    output: z.object({
      records: z.array(ForumCase),
      /** For the next page; null: this was the last. */
      next: NullableText,
      /** Counted to 100. */
      overdue: z.number(),
    }),
  }),
  case: endpoint('GET /api/staff/forum/case', {
    access: 'staff',
    right: 'forum.case',
    input: z.object({ id: Id }),
    output: CaseDetail,
  }),
  /** For ten minutes nobody else decides it; again by the same person begins them anew. */
  claim: endpoint('POST /api/staff/forum/claim', {
    access: 'staff',
    right: 'forum.claim',
    writes: 'one',
    input: z.strictObject({ id: Id }),
    output: z.object({ untilTime: Time }),
  }),
  release: endpoint('POST /api/staff/forum/release', {
    access: 'staff',
    right: 'forum.release',
    writes: 'one',
    input: z.strictObject({ id: Id }),
    output: z.null(),
  }),
  /** Told five minutes later; what hides something does so at once. A ban may come with a refusal or a removal. */
  decide: endpoint('POST /api/staff/forum/decide', {
    access: 'staff',
    right: 'forum.decide',
    writes: 'one',
    input: z.strictObject({
      id: Id,
      textKey: z.string().check(z.maxLength(64)),
      act: z.pipe(intBetween(1, 6), z.enum(DecisionAct)),
      clause: z.optional(why.clause),
      reason: z._default(z.string().check(z.trim(), z.maxLength(decisionReasonLength)), ''),
      note: why.note,
      banDays: ban,
    }),
    output: z.object({ decisionId: z.number(), tellTime: Time }),
  }),
  takeBack: endpoint('POST /api/staff/forum/take-back', {
    access: 'staff',
    right: 'forum.take-back',
    writes: 'one',
    input: z.strictObject({ decisionId: Id }),
    output: z.null(),
  }),
  /** A text that nobody reported. */
  remove: endpoint('POST /api/staff/forum/remove', {
    access: 'staff',
    right: 'forum.remove',
    writes: 'one',
    input: z.strictObject({ target: textTarget, id: Id, ...why, banDays: ban }),
    output: z.object({ decisionId: z.number(), tellTime: Time }),
  }),
  ban: endpoint('POST /api/staff/forum/ban', {
    access: 'staff',
    right: 'forum.ban',
    writes: 'one',
    input: z.strictObject({ userId: Id, banDays: z.pipe(intBetween(0, 30), z.enum(BanDays)), ...why }),
    output: z.object({ decisionId: z.number(), tellTime: Time }),
  }),
  lift: endpoint('POST /api/staff/forum/ban/lift', {
    access: 'staff',
    right: 'forum.lift',
    writes: 'one',
    input: z.strictObject({ id: Id, reason: why.reason }),
    output: z.null(),
  }),
  bans: endpoint('GET /api/staff/forum/ban/list', {
    access: 'staff',
    right: 'forum.bans',
    input: z.object({ ...page, active: z._default(Flag, false), userId: z.optional(Id) }),
    output: pageOf(Ban),
  }),
  decisions: endpoint('GET /api/staff/forum/decision/list', {
    access: 'staff',
    right: 'forum.decisions',
    input: z.object({ ...page, authorId: z.optional(Id) }),
    output: pageOf(ForumDecision),
  }),
  reports: endpoint('GET /api/staff/forum/report/list', {
    access: 'staff',
    right: 'forum.reports',
    input: z.object({ ...page, reporterId: z.optional(Id) }),
    output: pageOf(
      z.extend(Report, {
        caseId: z.number(),
        target: z.enum(ForumTarget),
        targetId: z.number(),
        toldTime: z.nullable(Time),
      }),
    ),
  }),
  /** Open ones by when they are due, answered ones the newest first. */
  appeals: endpoint('GET /api/staff/forum/appeal/list', {
    access: 'staff',
    right: 'forum.appeals',
    input: z.object({ ...page, open: z._default(Flag, true) }),
    output: pageOf(ForumAppeal),
  }),
  /** By somebody who had no part in the decision. Won, everything is as it was. */
  decideAppeal: endpoint('POST /api/staff/forum/appeal/decide', {
    access: 'staff',
    right: 'forum.appeal-decide',
    writes: 'one',
    input: z.strictObject({
      id: Id,
      isWon: z.boolean(),
      answer: z.string().check(z.trim(), z.minLength(1), z.maxLength(appealAnswerLength)),
    }),
    output: z.null(),
  }),
  plates: endpoint('GET /api/staff/forum/plate/list', {
    access: 'staff',
    right: 'forum.plates',
    input: Empty,
    output: z.array(Plate),
  }),
  /** What is looked at in a plate, and who of the staff moderates it. */
  setPlate: endpoint('POST /api/staff/forum/plate/set', {
    access: 'staff',
    right: 'forum.plate-set',
    writes: 'one',
    input: z.strictObject({
      id: Id,
      reviewMode: z.optional(z.pipe(intBetween(1, 3), z.enum(ReviewMode))),
      moderatorIds: z.optional(z.array(Id).check(z.maxLength(20))),
    }),
    output: z.null(),
  }),
  words: endpoint('GET /api/staff/forum/word/list', {
    access: 'staff',
    right: 'forum.words',
    input: z.object({ ...page, search: z.optional(z.string().check(z.trim(), z.maxLength(40))) }),
    output: pageOf(Word),
  }),
  saveWord: endpoint('POST /api/staff/forum/word/save', {
    access: 'staff',
    right: 'forum.word-save',
    writes: 'one',
    input: z.strictObject({
      /** Without one the word is new. */
      id: z.optional(Id),
      version: z._default(intBetween(0, 1_000_000), 0),
      word: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
      action: z.pipe(intBetween(1, 2), z.enum(WordAction)),
    }),
    output: z.object({ id: z.number(), version: z.number() }),
  }),
  deleteWord: endpoint('POST /api/staff/forum/word/delete', {
    access: 'staff',
    right: 'forum.word-delete',
    writes: 'one',
    input: z.strictObject({ id: Id, version: intBetween(1, 1_000_000) }),
    output: z.null(),
  }),
  /** What may be said without typing, clause by clause. */
  clauses: endpoint('GET /api/staff/forum/clause/list', {
    access: 'staff',
    right: 'forum.clauses',
    input: Empty,
    output: z.array(z.object({ key: Text, place: Text, name: Text, reasons: z.array(Text) })),
  }),
  /** Of what was answered on these days (Asia/Shanghai), both included; at most a year. */
  figures: endpoint('GET /api/staff/forum/figures', {
    access: 'staff',
    right: 'forum.figures',
    input: z.object({ from: Day, to: Day }),
    output: z.object({ review: Figures, report: Figures, appeal: Figures }),
  }),
}
