import { courseDetailQuery, courseOutlineQuery, relatedCoursesQuery } from '#client/features/course/course-queries.ts'
import { descriptionOf, schoolFillers, sentence, teachersByline } from '#client/pages/catalogue-head.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import type { LoadedInput, PageAddress, PageData, PageHead, PageInput } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { lengthText } from '#shared/rules/number-text.ts'
import type { ShareCard } from '#shared/rules/share-card.ts'

type Params = { id?: string }
type Input = PageInput<Params, CourseAddress>
type Loaded = LoadedInput<Params, CourseAddress>
export type CourseDetail = CallOutput<'GET /api/course/course-detail'>

export function courseRoot(lectureType: number): string {
  return lectureType === LectureType.live ? '/course/live' : '/course/video'
}

/** What the address of a course says. */
export interface CourseAddress {
  id: number
}

function readCourseAddress({ params }: PageAddress<Params>, lectureType: number): CourseAddress {
  return { id: readDetailId(params.id, courseRoot(lectureType)) }
}

/** What a course's page asks for; the outline decides nothing but stands in the first HTML, so it is critical too. */
function courseDetailData({ api, choice: { id } }: Input): PageData {
  return {
    critical: [courseDetailQuery(api, id), courseOutlineQuery(api, id)],
    deferred: [relatedCoursesQuery(api, id)],
  }
}

function readDetail({ api, choice, read }: Loaded): CourseDetail | undefined {
  return read(courseDetailQuery(api, choice.id))
}

/** A course of another kind lives at another address. */
function settleCourse(input: Loaded, lectureType: number): void {
  const course = readDetail(input)
  if (course && course.lectureType !== lectureType) throw pageMoved(detailUrl(course.lectureType, course.id))
}

/** Where a course stands in the catalogue, for the crumbs and for search engines. */
export function courseCrumbs(course: CourseDetail): { text: string; href: string }[] {
  const { subjectOne, learn } = course
  return [
    { text: '首页', href: '/' },
    { text: '课程', href: '/course' },
    ...(subjectOne ? [{ text: subjectOne.name, href: `/course/${subjectOne.path}` }] : []),
    ...(subjectOne && learn ? [{ text: learn.name, href: `/course/${subjectOne.path}/${learn.path}` }] : []),
    { text: course.name, href: detailUrl(course.lectureType, course.id) },
  ]
}

function describeCourse(course: CourseDetail): string {
  const kind = course.lectureType === LectureType.live ? '直播课' : '录播课'
  const teachers = course.teachers.slice(0, 2).map((teacher) => teacher.name)
  return descriptionOf(
    [
      sentence(course.learnAim),
      `${kind}共 ${course.periodCount} 讲，${lengthText(course.totalDuration)}${teachers.length > 0 ? `，${teachers.join('、')}主讲` : ''}。`,
      course.isCharge ? '' : '免费。',
    ],
    schoolFillers,
  )
}

function courseCard(course: CourseDetail): ShareCard {
  const isLive = course.lectureType === LectureType.live
  const byline = teachersByline(course.teachers, course.subjectOne?.name)
  return {
    name: `course-${isLive ? 'live' : 'video'}-${course.id}`,
    kind: `${isLive ? '直' : '录'}播课程`,
    title: course.name,
    byline,
    cover: course.coverImg,
    ground: 'paper',
  }
}

function courseHead(input: Loaded, lectureType: number): PageHead {
  const course = readDetail(input)
  const canonical = `${courseRoot(lectureType)}/${input.choice.id}`
  if (!course) return { title: '课程', description: '', canonical }
  const description = describeCourse(course)
  return {
    title: course.name,
    description,
    keywords: [course.subjectOne?.name, course.learn?.name, ...course.teachers.map((teacher) => teacher.name)]
      .filter(Boolean)
      .join(','),
    canonical,
    card: courseCard(course),
  }
}

/** What the pages of live and of recorded courses have in common: address, data and head. */
export function courseDetail(lectureType: number) {
  return {
    parse: (address: PageAddress<Params>) => readCourseAddress(address, lectureType),
    data: courseDetailData,
    settle: (input: Loaded) => settleCourse(input, lectureType),
    head: (input: Loaded) => courseHead(input, lectureType),
  }
}
