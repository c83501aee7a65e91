import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  ArticleCard,
  ClassSystemCard,
  CourseCard,
  Flag,
  Id,
  intBetween,
  PageNum,
  pageOf,
  pageSize,
  Teacher,
  Text,
  WorkCard,
} from '#shared/contract/fields.ts'
import { Advantage, ModuleEntry, NavigationItem } from '#shared/contract/home.ts'

export const College = z.object({
  id: z.number(),
  name: Text,
  path: Text,
  smallTitle: Text,
  intro: Text,
  coverImg: Text,
  autoplay: z.boolean(),
  courseCount: z.number(),
})
export type College = z.output<typeof College>

export const PainPoint = z.object({ title: Text, img: Text, content: Text })
export type PainPoint = z.output<typeof PainPoint>

export const LearnDirection = z.object({
  id: z.number(),
  name: Text,
  img: Text,
  url: Text,
  note: Text,
  courseCount: z.number(),
})
export type LearnDirection = z.output<typeof LearnDirection>

export const FreePeriod = z.object({
  periodId: z.number(),
  courseId: z.number(),
  courseName: Text,
  lectureType: z.number(),
  title: Text,
  coverImg: Text,
  /** Seconds. */
  duration: z.number(),
  /** HLS master playlist; free periods are open to everybody. */
  playUrl: Text,
})
export type FreePeriod = z.output<typeof FreePeriod>

const ofCollege = z.object({ collegeId: Id })
const maybeOfCollege = z.object({ collegeId: z.optional(Id) })

export const collegeApi = {
  /** Without `path` the college list in order; with it that college alone, code 404 when unknown. */
  path: endpoint('GET /api/modular/college-path', {
    sameForAll: true,
    input: z.object({ path: z.optional(z.string().check(z.maxLength(64))) }),
    output: z.array(College),
  }),
  moduleList: endpoint('GET /api/modular/college/module-list', {
    sameForAll: true,
    input: ofCollege,
    output: z.array(ModuleEntry),
  }),
  painPoint: endpoint('GET /api/modular/pain-point', {
    sameForAll: true,
    input: ofCollege,
    output: z.array(PainPoint),
  }),
  studentWork: endpoint('GET /api/modular/college/student-work', {
    sameForAll: true,
    input: maybeOfCollege,
    output: z.array(WorkCard),
  }),
  topNavigation: endpoint('GET /api/modular/college-top-navigation', {
    sameForAll: true,
    input: maybeOfCollege,
    output: z.array(NavigationItem),
  }),
  classSystem: endpoint('GET /api/modular/college/class-system', {
    sameForAll: true,
    input: ofCollege,
    output: z.array(ClassSystemCard),
  }),
  smallTitle: endpoint('GET /api/modular/college/class-system/small-title', {
    sameForAll: true,
    input: ofCollege,
    output: z.object({ smallTitle: Text }),
  }),
  teacherElegant: endpoint('GET /api/modular/teacher-elegant', {
    sameForAll: true,
    input: maybeOfCollege,
    output: z.array(Teacher),
  }),
  productAdvantage: endpoint('GET /api/modular/product-advantage', {
    sameForAll: true,
    input: maybeOfCollege,
    output: z.array(Advantage),
  }),
  /** The college's articles; with the position of a module (5, 12 or 13) those that belong there. */
  information: endpoint('GET /api/modular/college/information', {
    sameForAll: true,
    input: z.object({ collegeId: Id, type: z.optional(z.union([intBetween(5, 5), intBetween(12, 13)])) }),
    output: z.array(ArticleCard),
  }),
  /** With `rest` the courses that the college's page shows already, to listen to or live, are left out; `total` counts them all the same. */
  courseTypeList: endpoint('GET /api/college/course-type-list', {
    sameForAll: true,
    input: z.object({
      collegeId: Id,
      typeId: z.optional(Id),
      rest: z.optional(Flag),
      pageNum: PageNum,
      pageSize: pageSize(7),
    }),
    output: pageOf(CourseCard),
  }),
  learnDirection: endpoint('GET /api/college/learn-direction', {
    sameForAll: true,
    input: ofCollege,
    output: z.array(LearnDirection),
  }),
  freeStudy: endpoint('GET /api/period/free-study-period', {
    sameForAll: true,
    input: z.object({ collegeId: z.optional(Id), courseId: z.optional(Id) }),
    output: z.array(FreePeriod),
  }),
}
