import * as z from 'zod/mini'
import { OptionalSubjectTwoId } from '#shared/contract/catalogue-fields.ts'
import { Schedule } from '#shared/contract/course.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ClassSystemCard,
  ClassSystemType,
  Empty,
  Id,
  LectureTypeField,
  Money,
  PageNum,
  pageOf,
  pageSize,
  Teacher,
  Text,
  Time,
} from '#shared/contract/fields.ts'

const TypeRef = z.nullable(z.object({ id: z.number(), name: Text, path: Text }))

export const ClassSystemStage = z.object({
  id: z.number(),
  name: Text,
  courses: z.array(
    z.object({
      id: z.number(),
      name: Text,
      lectureType: LectureTypeField,
      learnAim: Text,
      coverImg: Text,
      periodCount: z.number(),
      /** Seconds. */
      totalDuration: z.number(),
      teacherName: Text,
      hasTrial: z.boolean(),
    }),
  ),
})
export type ClassSystemStage = z.output<typeof ClassSystemStage>

export const ClassSystemDetail = z.object({
  id: z.number(),
  name: Text,
  coverImg: Text,
  learnAim: Text,
  introHtml: Text,
  price: Money,
  originPrice: z.nullable(Money),
  isCharge: z.boolean(),
  lectureType: LectureTypeField,
  stages: z.array(ClassSystemStage),
  teachers: z.array(Teacher),
  schedules: z.array(Schedule),
  suits: z.array(z.object({ title: Text, content: Text })),
  serviceTime: z.nullable(z.number()),
  serviceText: Text,
  courseCount: z.number(),
  periodCount: z.number(),
  totalDuration: z.number(),
  studyCount: z.number(),
  college: TypeRef,
  subjectOne: TypeRef,
  subjectTwo: TypeRef,
  publishDate: Time,
})
export type ClassSystemDetail = z.output<typeof ClassSystemDetail>

export const classesApi = {
  list: endpoint('GET /api/classSystem/list-classSystem', {
    sameForAll: true,
    input: z.object({
      subjectOneId: z.optional(Id),
      subjectTwoId: OptionalSubjectTwoId,
      collegeId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(ClassSystemCard),
  }),
  detail: endpoint('GET /api/classSystem/get-classSystem-V2', {
    input: z.object({ id: Id }),
    output: ClassSystemDetail,
  }),
  /** The unpublished version, by the signed token that the management backend hands out; anything else is code 404. */
  temporary: endpoint('GET /api/classSystem/get-temporary-classSystem', {
    input: z.object({ id: z.optional(Id), token: z.optional(z.string().check(z.maxLength(128))) }),
    output: ClassSystemDetail,
  }),
  type: endpoint('GET /api/classSystem/type', { sameForAll: true, input: Empty, output: z.array(ClassSystemType) }),
  more: endpoint('GET /api/course-detail/more-class-system-recommend', {
    sameForAll: true,
    input: z.object({ id: Id }),
    output: z.array(ClassSystemCard),
  }),
}
