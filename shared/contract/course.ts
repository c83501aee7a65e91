import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import {
  CourseCard,
  Id,
  LectureTypeField,
  LectureTypeQuery,
  LiveStatusField,
  Money,
  NullableText,
  Teacher,
  Text,
  Time,
} from '#shared/contract/fields.ts'

const TypeRef = z.nullable(z.object({ id: z.number(), name: Text, path: Text }))

export const Schedule = z.object({
  id: z.number(),
  name: Text,
  beginDate: Time,
  endDate: Time,
  /** Weekly times in words: '每周三、周六 19:30–21:30', or ''. */
  timeText: Text,
  status: z.number(),
})
export type Schedule = z.output<typeof Schedule>

export const CourseDetail = z.object({
  id: z.number(),
  name: Text,
  coverImg: Text,
  isCharge: z.boolean(),
  lectureType: LectureTypeField,
  classScheduleId: z.nullable(z.number()),
  scheduleId: z.nullable(z.number()),
  price: Money,
  originPrice: z.nullable(Money),
  learnAim: Text,
  introHtml: Text,
  /** Days, or null for good; `serviceText` says it in words. */
  serviceTime: z.nullable(z.number()),
  serviceText: Text,
  teachers: z.array(Teacher),
  schedules: z.array(Schedule),
  /** Free live periods still to come or running. */
  freeLivePeriods: z.array(
    z.object({
      id: z.number(),
      name: Text,
      begDate: Time,
      endDate: Time,
      liveStatus: LiveStatusField,
      roomUrl: NullableText,
    }),
  ),
  periodCount: z.number(),
  /** Sum of the periods' seconds. */
  totalDuration: z.number(),
  studyCount: z.number(),
  college: TypeRef,
  subjectOne: TypeRef,
  learn: TypeRef,
  publishDate: Time,
})
export type CourseDetail = z.output<typeof CourseDetail>

export const Period = z.object({
  id: z.number(),
  name: Text,
  sequenceNo: z.number(),
  /** Null for recorded periods. */
  begDate: z.nullable(Time),
  endDate: z.nullable(Time),
  /** Seconds. */
  duration: z.number(),
  kind: z.enum(PeriodKind),
  isFreeStudy: z.boolean(),
  liveStatus: z.nullable(LiveStatusField),
  /** Only of free periods: they play for everybody. */
  playUrl: NullableText,
  /** The room of its class when everybody who is signed in may go in; null when it has to be theirs. */
  roomUrl: NullableText,
})
export type Period = z.output<typeof Period>

export const courseApi = {
  detail: endpoint('GET /api/course/course-detail', {
    input: z.object({ id: Id, lectureType: z.optional(LectureTypeQuery), scheduleId: z.optional(Id) }),
    output: CourseDetail,
  }),
  period: endpoint('GET /api/course/period', {
    input: z.object({ courseId: Id, scheduleId: z.optional(Id) }),
    output: z.array(Period),
  }),
  more: endpoint('GET /api/course/more-course-info', {
    input: z.object({ courseId: Id }),
    output: z.array(CourseCard),
  }),
}
