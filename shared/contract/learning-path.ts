import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, LectureTypeField, NullableText, PageNum, pageSize, Text, Time } from '#shared/contract/fields.ts'
import { courseStepFields, studyStates } from '#shared/contract/my-course.ts'

/** How far a learner is. */
const progressFields = {
  /** Share of the lessons that are finished, 0..1. */
  progress: z.number(),
  finishedCount: z.number(),
  lessonCount: z.number(),
}

const PathCourse = z.object({
  id: z.number(),
  name: Text,
  lectureType: LectureTypeField,
  ...progressFields,
  state: z.enum(studyStates),
  finishedDate: z.nullable(Time),
  scheduleName: NullableText,
  ...courseStepFields,
})
export type PathCourse = z.output<typeof PathCourse>

export const LearningPath = z.object({
  id: z.number(),
  name: Text,
  coverImg: Text,
  scheduleName: NullableText,
  /** When the time of service ends; null: never. */
  endDate: z.nullable(Time),
  isOver: z.boolean(),
  ...progressFields,
  stages: z.array(
    z.object({
      id: z.number(),
      name: Text,
      finishedCount: z.number(),
      lessonCount: z.number(),
      state: z.enum(studyStates),
      courses: z.array(PathCourse),
    }),
  ),
})
export type LearningPath = z.output<typeof LearningPath>

/** A learner's own class systems, stage by stage (spec §7). */
export const learningPathApi = {
  /** The caller's class systems, running ones first. */
  mine: endpoint('GET /api/classSystem/myself-classSystem', {
    access: 'user',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(20) }),
    output: z.array(
      z.object({
        id: z.number(),
        name: Text,
        coverImg: Text,
        progress: z.number(),
        endDate: z.nullable(Time),
        isOver: z.boolean(),
        scheduleName: NullableText,
      }),
    ),
  }),
  /** One of them; without `id` the first, null for who has none. One that the caller doesn't have is unknown. */
  mineDetail: endpoint('GET /api/classSystem/myself-classSystem-detail', {
    access: 'user',
    input: z.object({ id: z.optional(Id) }),
    output: z.nullable(LearningPath),
  }),
}
