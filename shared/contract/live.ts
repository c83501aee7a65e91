import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { AnswerRoomStatus } from '#shared/contract/enums.ts'
import { Flag, Id, intBetween, LiveStatusField, Money, NullableText, Text, Time } from '#shared/contract/fields.ts'
import { GroupId, ImKey, ImUserTypeField } from '#shared/contract/im-fields.ts'
import {
  accessFields,
  LiveInfo,
  liveInfoFields,
  PlayCourse,
  PlayUrl,
  playUrlFields,
  VideoOptions,
  WatchId,
  watchFields,
} from '#shared/contract/play-fields.ts'
import { StreamFigures } from '#shared/contract/stream-figures.ts'

/** What hangs over a room: an offer, an activity, a link; one of each type. */
export const Pendant = z.object({
  type: Text,
  title: Text,
  img: NullableText,
  url: NullableText,
  refId: z.nullable(z.number()),
})
export type Pendant = z.output<typeof Pendant>

/** What is sold in the room. */
export const SaleInfo = z.object({
  productId: z.number(),
  name: Text,
  coverImg: NullableText,
  price: Money,
  originPrice: z.nullable(Money),
  url: Text,
  isBuy: z.boolean(),
  /** For the room's staff: its learners who have it, by their ids. Learners aren't told what others buy: theirs is empty. */
  memberMap: z.record(z.string(), z.object({ nickname: Text, headImg: NullableText, userType: ImUserTypeField })),
})
export type SaleInfo = z.output<typeof SaleInfo>

/** What hangs in a room of any kind, for those who are in it. */
const hangingFields = {
  notice: NullableText,
  livePendant: z.record(z.string(), Pendant),
  saleInfo: z.nullable(SaleInfo),
  /** The lottery that is open or comes; its odds are public. */
  activityId: z.nullable(z.number()),
  /** It has ended, and its staff may go on with it until then: pages look again. */
  reopenTime: z.nullable(Time),
  /** For the room's staff: what they may do against its clock now. */
  staffTurn: z.nullable(z.enum(['start', 'reopen'])),
}
export const Hangings = z.object(hangingFields)
export type Hangings = z.output<typeof Hangings>

/** The chat of a room that one enters by the same answer. */
const chatFields = {
  groupId: NullableText,
  /** For its first joining; join-group gives the next. Null where there is no chat, or its service can't be reached now. */
  im: z.nullable(ImKey),
}

/** A live room with what hangs in it. */
export const LiveRoomInfo = z.object({
  ...liveInfoFields,
  ...hangingFields,
  /** For the player that the account's lease belongs to, for the room's staff, and for a look into it; others have theirs from entering. */
  urlInfoV2: z.array(PlayUrl),
  groupId: NullableText,
  /** Marked 演示 wherever they are shown; empty unless the operator fills them. */
  fakeStudents: z.array(z.object({ id: z.number(), nickname: Text, headImg: NullableText })),
  /** The evaluation may be given now. */
  canEvaluate: z.boolean(),
})
export type LiveRoomInfo = z.output<typeof LiveRoomInfo>

/** A film that runs on the class's clock: who comes late is dropped in at now. */
export const AiLiveInfo = z.object({
  ...accessFields,
  /** 1 not started, 2 in progress, 3 ended, 4 not found; only 2 plays. */
  aiLiveStatus: LiveStatusField,
  /** Seconds since the film began. */
  watchStartTime: z.object({ timeSec: z.number() }),
  ...playUrlFields,
  videoOptions: z.nullable(VideoOptions),
  liveInfo: LiveInfo,
  ...hangingFields,
  ...chatFields,
  canEvaluate: z.boolean(),
  ...watchFields,
})
export type AiLiveInfo = z.output<typeof AiLiveInfo>

export const AnswerRoomInfo = z.object({
  id: z.number(),
  title: Text,
  answerRoomStatus: z.enum(AnswerRoomStatus),
  /** Why not, in words; '' when it is granted or only the password is missing. */
  message: Text,
  needPassword: z.boolean(),
  /** Until then no password is taken; null when one may be tried. */
  lockedTime: z.nullable(Time),
  liveInfo: LiveInfo,
  /** Whose learners may come in; null: everybody. */
  course: z.nullable(PlayCourse),
  ...playUrlFields,
  videoOptions: z.nullable(VideoOptions),
  ...hangingFields,
  ...chatFields,
  /** Of a room with a picture; null without one. */
  ...watchFields,
})
export type AnswerRoomInfo = z.output<typeof AnswerRoomInfo>

/** A look into a room, published or not: staff ask for it, everybody else has a signed token that lasts an hour. */
const preview = { isPreview: z.optional(Flag), previewToken: z.optional(z.string().check(z.maxLength(200))) }

/** Rooms: live, AI-live, questions (spec §3, §7). */
export const liveApi = {
  /** A reading: that the first who may be in the room brings it into being changes nothing for anybody. */
  infoV2: endpoint('GET /api/live-info/get-live-info-v2', {
    service: 'mindLive',
    input: z.object({
      periodId: z.optional(Id),
      liveInfoId: z.optional(Id),
      scheduleId: z.optional(Id),
      watchId: z.optional(WatchId),
      ...preview,
    }),
    output: LiveRoomInfo,
  }),
  aiInfo: endpoint('GET /api/ai-live/get-live-info', {
    service: 'mindLive',
    writes: 'steps',
    /** `watchId`: the player that this page had before; it is replaced without a question. */
    input: z.object({ periodId: Id, scheduleId: z.optional(Id), watchId: z.optional(WatchId), ...preview }),
    output: AiLiveInfo,
  }),
  peopleCount: endpoint('GET /api/ai-live/get-live-people-count', {
    service: 'mindLive',
    access: 'user',
    input: z.object({ periodId: Id, scheduleId: z.optional(Id) }),
    output: z.number(),
  }),
  /** False: another player of the account has taken over, and this one stops. */
  aiReport: endpoint('POST /api/ai-live/report-period-log', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.object({
      periodId: Id,
      scheduleId: z.optional(Id),
      timeSec: intBetween(0, 86_400),
      watchId: z.optional(WatchId),
      isPaused: z.optional(Flag),
      event: z.enum(['enter', 'heartbeat', 'leave']),
    }),
    output: z.boolean(),
  }),
  answerRoom: endpoint('GET /api/live-solution-room/get-live-info', {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    /** `watchId`: the player that this page had before, which is replaced without a question. */
    input: z.object({ id: Id, watchId: z.optional(WatchId) }),
    output: AnswerRoomInfo,
  }),
  /** False when it is wrong; five wrong ones lock for ten minutes. */
  checkPassword: endpoint('POST /api/live-solution-room/check-password', {
    service: 'mindLive',
    access: 'user',
    writes: 'steps',
    input: z.object({ id: Id, password: z.string().check(z.minLength(1), z.maxLength(64)) }),
    output: z.boolean(),
  }),
  manageConfig: endpoint('GET /api/live-info/manage-config', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.object({ periodId: z.optional(Id), roomId: z.optional(Id), scheduleId: z.optional(Id) }),
    output: z.object({
      canMute: z.boolean(),
      canRecall: z.boolean(),
      canPush: z.boolean(),
      /** What can be pushed into the room. */
      pushes: z.array(
        z.object({
          kind: z.enum(['coupon', 'course', 'activity', 'evaluate']),
          refId: z.nullable(z.number()),
          title: Text,
        }),
      ),
      /** Where a teacher's programme sends the stream; null without the right or without an ingest. */
      stream: z.nullable(z.object({ server: Text, key: Text, isOn: z.boolean() })),
      /** An address for a look into the room, good for an hour; null without the right. */
      previewUrl: NullableText,
    }),
  }),
  /** What the teacher's programme sends just now, for the room's staff; `figures` is null when nothing runs or nothing is known of it. */
  streamState: endpoint('GET /api/live-info/stream-state', {
    service: 'mindLive',
    access: 'user',
    input: z.object({ periodId: z.optional(Id), roomId: z.optional(Id), scheduleId: z.optional(Id) }),
    output: z.object({ isOn: z.boolean(), figures: z.nullable(StreamFigures) }),
  }),
  /** Staff begin a class before its time, at most two hours. */
  start: endpoint('POST /api/live-info/start', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.object({ groupId: GroupId }),
    output: z.boolean(),
  }),
  /** Staff go on with a class that has ended, within half an hour. */
  reopen: endpoint('POST /api/live-info/reopen', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.object({ groupId: GroupId }),
    output: z.boolean(),
  }),
  /** The evaluation of a class (spec §8: 评价成功). */
  save: endpoint('POST /api/live-info/save', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.strictObject({
      periodId: Id,
      scheduleId: z.optional(Id),
      score: intBetween(1, 5),
      tags: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(12))).check(z.maxLength(6)), []),
      content: z._default(z.string().check(z.maxLength(500)), ''),
    }),
    output: z.boolean(),
  }),
  share: endpoint('POST /api/live-info/room-share', {
    service: 'mindLive',
    access: 'user',
    writes: 'one',
    input: z.object({
      periodId: z.optional(Id),
      roomId: z.optional(Id),
      scheduleId: z.optional(Id),
      channel: z._default(z.enum(['link', 'qr']), 'link'),
    }),
    output: z.object({ shareUrl: Text }),
  }),
}
