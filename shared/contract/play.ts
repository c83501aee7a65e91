import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { playRates } from '#shared/contract/enums.ts'
import { Empty, Flag, Id, NullableText, Text } from '#shared/contract/fields.ts'
import { ImKey } from '#shared/contract/im-fields.ts'
import {
  accessFields,
  LiveInfo,
  OtherPlayer,
  PlayAddress,
  PlayCourse,
  PlayPeriod,
  playUrlFields,
  VideoOptions,
  WatchId,
  watchFields,
} from '#shared/contract/play-fields.ts'

/**
 * Which lesson: by its id, or the one of a course: where the learner was last (else the first), and of a live course the class that is on
 * (else the next, else the last).
 */
const which = { periodId: z.optional(Id), courseId: z.optional(Id), scheduleId: z.optional(Id) }

/** Opening a player; `watchId` is the one that this page had before: it is replaced without a question. */
const opening = { ...which, watchId: z.optional(WatchId) }

/** A recorded lesson as its page shows it before it is opened: nothing is written down, no player is open for it. */
export const Lesson = z.object({
  ...accessFields,
  course: z.nullable(PlayCourse),
  periodId: z.nullable(z.number()),
  scheduleId: z.nullable(z.number()),
  name: Text,
  isFreeStudy: z.boolean(),
  /** There is a coach's film of it. */
  hasCoach: z.boolean(),
  periods: z.array(PlayPeriod),
})
export type Lesson = z.output<typeof Lesson>

/** Opening a recorded lesson. */
export const VodPlay = z.object({
  /** With a check that passes `message` says why there is nothing to play. */
  ...accessFields,
  course: z.nullable(PlayCourse),
  periodId: z.nullable(z.number()),
  scheduleId: z.nullable(z.number()),
  isFreeStudy: z.boolean(),
  /** Nothing unless the check passes and no other player is open. */
  ...playUrlFields,
  videoOptions: z.nullable(VideoOptions),
  /** Where this learner was last; 0 at the beginning and when it was watched to its end. */
  watchStartTime: z.object({ timeSec: z.number() }),
  periods: z.array(PlayPeriod),
  ...watchFields,
})
export type VodPlay = z.output<typeof VodPlay>

/** Entering a live class. */
export const EnterLive = z.object({
  ...accessFields,
  course: z.nullable(PlayCourse),
  periodId: z.nullable(z.number()),
  scheduleId: z.nullable(z.number()),
  isFreeStudy: z.boolean(),
  streamId: NullableText,
  /** Nothing when the class isn't on, and before it is entered. A replay has its address, too. */
  ...playUrlFields,
  /** What plays is the recording. */
  isReplay: z.boolean(),
  videoOptions: z.nullable(VideoOptions),
  /** The room's chat, for whoever may be in it. */
  groupId: NullableText,
  /** For its first joining; join-group gives the next. Null where there is no chat, or its service can't be reached now. */
  im: z.nullable(ImKey),
  ...watchFields,
})
export type EnterLive = z.output<typeof EnterLive>

/** Parts of the film that were watched since the last heartbeat, in seconds: [from, to). */
const Range = z.tuple([z.number().check(z.gte(0), z.lte(86_400)), z.number().check(z.gte(0), z.lte(86_400))])

export const Heartbeat = z.object({
  /** 'taken': another player of the account has taken over; 'closed': the learner may not watch this any more. This one stops. */
  state: z.enum(['playing', 'taken', 'closed']),
  otherPlayer: z.nullable(OtherPlayer),
  /** Share of the lesson that was watched, 0..1. */
  progress: z.number(),
  isFinished: z.boolean(),
})
export type Heartbeat = z.output<typeof Heartbeat>

export const LearningHistory = z.object({
  /** Hours that were watched, one decimal. */
  totalHours: z.number(),
  /** Share of the last course's lessons that were watched, 0..100. */
  progress: z.number(),
  lastCourse: z.nullable(
    z.object({
      id: z.number(),
      name: Text,
      coverImg: NullableText,
      lectureType: z.number(),
      periodId: z.number(),
      periodName: Text,
      playUrl: Text,
    }),
  ),
})
export type LearningHistory = z.output<typeof LearningHistory>

/** Lessons: who may watch what, from which address, how far they are (spec §3, §7). */
export const playApi = {
  /** A signed-in learner's: rooms have no visitors. */
  enterLive: endpoint('GET /api/live/enter/play', {
    service: 'play',
    access: 'user',
    writes: 'steps',
    input: z.object(opening),
    output: EnterLive,
  }),
  vodPeriod: endpoint('GET /api/vod/period/play', {
    service: 'play',
    writes: 'steps',
    input: z.object(opening),
    output: VodPlay,
  }),
  lesson: endpoint('GET /api/vod/lesson', { service: 'play', input: z.object(which), output: Lesson }),
  liveInfo: endpoint('GET /api/live/live-info', {
    service: 'play',
    access: 'user',
    input: z.object({ periodId: Id, scheduleId: z.optional(Id) }),
    output: LiveInfo,
  }),
  /** The page of a course's class that is on, else of the next, else of the last; the course's own while it has no class. Of several schedules the caller's before others. */
  classOfCourse: endpoint('GET /api/live/class-of-course', {
    service: 'play',
    input: z.object({ courseId: Id, scheduleId: z.optional(Id) }),
    output: z.object({ url: Text }),
  }),
  periodList: endpoint('GET /api/period/get-period-list', {
    service: 'play',
    input: z.object({ courseId: Id, scheduleId: z.optional(Id) }),
    output: z.array(PlayPeriod),
  }),
  scheduleNotice: endpoint('GET /api/class-schedule/detailNotice', {
    service: 'play',
    access: 'user',
    input: z.object({ scheduleId: Id }),
    /** For those of the class and its staff, 404 for others: a code for WeChat, a number for QQ. */
    output: z.object({ notice: NullableText, wxQrCode: NullableText, qqGroup: NullableText }),
  }),
  /** The coach's film of a lesson. */
  teachCoach: endpoint('GET /api/vod/teach-coach/play', {
    service: 'play',
    access: 'user',
    input: z.object({ id: Id }),
    output: z.object({ title: Text, ...PlayAddress.shape, videoOptions: VideoOptions }),
  }),
  /** A new signed address for a player that goes on; refused when another one has taken over. */
  address: endpoint('GET /api/vod/address', {
    service: 'play',
    access: 'user',
    writes: 'one',
    input: z.object({ watchId: WatchId }),
    output: PlayAddress,
  }),
  /** Every ten seconds while it plays, and when the page goes. */
  heartbeat: endpoint('POST /api/vod/heartbeat', {
    service: 'play',
    access: 'user',
    writes: 'one',
    input: z.object({
      watchId: WatchId,
      /** Seconds. */
      position: z.number().check(z.gte(0), z.lte(86_400)),
      /** The fastest since the last heartbeat; 0: paused. */
      rate: z.literal([0, ...playRates]),
      ranges: z.array(Range).check(z.maxLength(50)),
      /** The page goes: others may play at once. */
      isLeaving: z.optional(Flag),
      /** It stands still and only asks whether it may go on: nothing is counted, and nobody has to wait for it. */
      isAsking: z.optional(Flag),
    }),
    output: Heartbeat,
  }),
  /** Plays here; the account's other player stops at its next heartbeat. The address comes from /api/vod/address. */
  takeOver: endpoint('POST /api/vod/take-over', {
    service: 'play',
    access: 'user',
    writes: 'one',
    input: z.object({ watchId: WatchId }),
    output: z.boolean(),
  }),
  lastProgress: endpoint('GET /api/course/last-learn-progress', {
    access: 'user',
    input: z.object({ courseId: Id }),
    output: z.nullable(
      z.object({ periodId: z.number(), periodName: Text, position: z.number(), scheduleId: z.nullable(z.number()) }),
    ),
  }),
  learningHistory: endpoint('GET /api/user/learning-history', {
    access: 'user',
    input: Empty,
    output: LearningHistory,
  }),
}
