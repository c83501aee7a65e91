import * as z from 'zod/mini'
import { CheckCode, PeriodKind } from '#shared/contract/enums.ts'
import { LectureTypeField, LiveStatusField, NullableText, Teacher, Text, Time } from '#shared/contract/fields.ts'

/** Key of one player on one page; given out when it opens. */
export const WatchId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** A player that is open elsewhere for the same account. */
export const OtherPlayer = z.object({ device: Text, title: Text, begunTime: Time })
export type OtherPlayer = z.output<typeof OtherPlayer>

export const watchFields = {
  /** Null for visitors, whose watching nobody writes down. */
  watchId: NullableText,
  /** Somebody plays with this account elsewhere: nothing plays here until it is taken over. */
  otherPlayer: z.nullable(OtherPlayer),
}

/** One address of a stream; the lowest `sortNum` stands first: in a live class the slides, then the camera. */
export const PlayUrl = z.object({ sortNum: z.number(), name: Text, url: Text })
export type PlayUrl = z.output<typeof PlayUrl>

/** Signed addresses of a film or a stream. */
export const PlayAddress = z.object({
  playUrl: Text,
  /** Ordered by sortNum. */
  urlInfoV2: z.array(PlayUrl),
  /** The addresses are refused from then on; at most ten minutes ahead. Null: they are open to everybody. */
  expireTime: z.nullable(Time),
})
export type PlayAddress = z.output<typeof PlayAddress>

/** The same within the answer that opens a player; null and empty when there is nothing to play here now. */
export const playUrlFields = {
  playUrl: NullableText,
  urlInfoV2: PlayAddress.shape.urlInfoV2,
  expireTime: PlayAddress.shape.expireTime,
}

export const Caption = z.object({ language: Text, label: Text, url: Text })
export type Caption = z.output<typeof Caption>

/** What the player needs beside the address. */
export const VideoOptions = z.object({
  title: Text,
  coverImg: NullableText,
  /** Seconds. */
  duration: z.number(),
  captions: z.array(Caption),
  /** Drawn over the picture: who watches, masked; '' for visitors. */
  watermark: Text,
})
export type VideoOptions = z.output<typeof VideoOptions>

/** A lesson in the list beside the player. */
export const PlayPeriod = z.object({
  id: z.number(),
  name: Text,
  sequenceNo: z.number(),
  kind: z.enum(PeriodKind),
  duration: z.number(),
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  liveStatus: z.nullable(LiveStatusField),
  isFreeStudy: z.boolean(),
  /** Not for this visitor: neither free nor theirs. */
  isLocked: z.boolean(),
  /** Share of it that was watched, 0..1. */
  progress: z.number(),
  isFinished: z.boolean(),
})
export type PlayPeriod = z.output<typeof PlayPeriod>

/** The course that a lesson belongs to, as far as players and rooms show it. */
export const PlayCourse = z.object({
  id: z.number(),
  name: Text,
  coverImg: NullableText,
  lectureType: LectureTypeField,
  url: Text,
})
export type PlayCourse = z.output<typeof PlayCourse>

/** The way of whoever asks into a course: the lesson that is their next, with the page on which it is taken. Only who may go in has one. */
export const LessonEntry = z.object({
  /** The room of a class, or the player of a recorded lesson. */
  url: Text,
  periodId: z.number(),
  periodName: Text,
  kind: z.enum(PeriodKind),
  /** Null for a recorded lesson, and for a class without a time. */
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  /** Of a class, as its room says; null for a recorded lesson. */
  liveStatus: z.nullable(LiveStatusField),
  /** They have been in the course before. */
  isBegun: z.boolean(),
})
export type LessonEntry = z.output<typeof LessonEntry>

/** The answer of the access check; `message` says in words why not, '' when it passes. */
export const accessFields = { checkCode: z.enum(CheckCode), message: Text }

/** What is known of a live lesson (spec §3, liveInfo). */
export const liveInfoFields = {
  liveStatus: LiveStatusField,
  /** Null: there is no such room. */
  liveCourseResultVO: z.nullable(
    z.object({
      courseId: z.number(),
      courseName: Text,
      courseUrl: Text,
      coverImg: NullableText,
      periodId: z.nullable(z.number()),
      periodName: Text,
      sequenceNo: z.nullable(z.number()),
      scheduleId: z.nullable(z.number()),
      scheduleName: NullableText,
    }),
  ),
  teacherResultVO: z.nullable(Teacher),
  periodBegDate: z.nullable(Time),
  periodEndDate: z.nullable(Time),
  /** The next lesson of the same schedule. */
  nextPeriodId: z.nullable(z.number()),
  nextPeriodBegDate: z.nullable(Time),
  roomId: z.nullable(z.number()),
  /** It is over and can be watched. */
  hasReplay: z.boolean(),
}
export const LiveInfo = z.object(liveInfoFields)
export type LiveInfo = z.output<typeof LiveInfo>
