import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { Id, Money, NullableText, Teacher, Text, Time } from '#shared/contract/fields.ts'
import { ImGroup } from '#shared/contract/im.ts'
import { ImMessage } from '#shared/contract/im-fields.ts'
import { Hangings } from '#shared/contract/live.ts'
import { EnterLive } from '#shared/contract/play.ts'
import { LiveInfo, WatchId } from '#shared/contract/play-fields.ts'

const { im: _im, streamId: _streamId, ...entering } = EnterLive.shape
const { me, engine, lastSeq, sign, appId } = ImGroup.shape

/** Parts of an entry that may fail by themselves: whoever needs one asks for it by its own call. */
export const entryParts = ['picture', 'hangings', 'evaluation', 'history', 'classNotice', 'reminder'] as const
export type EntryPart = (typeof entryParts)[number]

/** Everything that the page of a class needs to be entered, in one answer. */
export const RoomEntry = z.object({
  /** As `live/enter/play` says it; a film on the clock has its address here, too. */
  ...entering,
  /** Null: there is no such class. */
  kind: z.nullable(z.enum(PeriodKind)),
  liveInfo: LiveInfo,
  /** Of a film on the clock: seconds since it began. */
  watchStartTime: z.object({ timeSec: z.number() }),
  ...Hangings.shape,
  canEvaluate: z.boolean(),
  /** Whether the caller has asked to be reminded of a class that is still to come; null where there is nothing to ask for. */
  reminder: z.nullable(z.boolean()),
  /** Who the caller is in the room; null for who may not be in it. */
  me: z.nullable(me),
  /**
   * The key to its chat, for one joining within a minute; join-group gives the next. Null where there is no chat, after the class,
   * and when the chat's service can't be reached.
   */
  chat: z.nullable(z.object({ engine, sign, appId, lastSeq })),
  /** The newest page of the history, newest last; null where there is none to read. */
  messages: z.nullable(z.array(ImMessage)),
  /** What is said to the learners of the class; null for others. */
  classNotice: z.nullable(z.object({ notice: NullableText, wxQrCode: NullableText, qqGroup: NullableText })),
  /** Parts that could not be had now: what stands in their place says nothing. */
  failed: z.array(z.enum(entryParts)),
})
export type RoomEntry = z.output<typeof RoomEntry>

/** What anybody may know of a class before they are in it: the catalogue's data. */
export const RoomLobby = z.object({
  /** Null: there is no such class. */
  kind: z.nullable(z.enum(PeriodKind)),
  liveInfo: LiveInfo,
  /** Anybody who is logged in may come in. */
  isFreeStudy: z.boolean(),
  /** Of the course; null when it isn't sold. */
  price: z.nullable(Money),
  /** What the course is to teach. */
  learnAim: NullableText,
  /** This lesson and the next ones, in their order. */
  lessons: z.array(z.object({ periodId: z.number(), name: Text, sequenceNo: z.number() })),
})
export type RoomLobby = z.output<typeof RoomLobby>

/** What anybody may know of a room for questions before they are in it. */
export const AnswerLobby = z.object({
  id: z.number(),
  title: Text,
  /** Its staff keep it open; by its times it may still be to come, or over. */
  isOpen: z.boolean(),
  liveStatus: z.enum(LiveStatus),
  begDate: Time,
  endDate: Time,
  needPassword: z.boolean(),
  teacher: z.nullable(Teacher),
  /** Whose learners may come in; null: everybody who is logged in. */
  course: z.nullable(z.object({ name: Text, url: Text })),
  /** Of its queue, while it is on. */
  queue: z.nullable(z.object({ waiting: z.number(), expectedWaitSec: z.number() })),
})
export type AnswerLobby = z.output<typeof AnswerLobby>

const which = { periodId: Id, scheduleId: z.optional(Id) }

/** Coming into a class (added; the calls that it stands for stay as they are). */
export const roomEntryApi = {
  entry: endpoint('GET /api/live/room-entry', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    /** `watchId`: the player that this page had before; it is replaced without a question. */
    input: z.object({ ...which, watchId: z.optional(WatchId) }),
    output: RoomEntry,
  }),
  lobby: endpoint('GET /api/live/room-lobby', { service: 'play', input: z.object(which), output: RoomLobby }),
  /** Null: there is no such room. */
  answerLobby: endpoint('GET /api/live-solution-room/lobby', {
    service: 'mindLive',
    sameForAll: true,
    input: z.object({ id: Id }),
    output: z.nullable(AnswerLobby),
  }),
}
