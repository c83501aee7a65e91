import { courseDetailQuery, courseOutlineQuery, relatedCoursesQuery } from '#client/features/course/course-queries.ts'
import { descriptionOf, schoolFillers, sentence, teachersByline } from '#client/pages/catalogue-head.ts'
import { breadcrumbLd, broadcastLd, courseLd, type LdLesson } from '#client/pages/catalogue-json-ld.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import type { LoadedInput, PageAddress, PageData, PageHead, PageInput } from '#client/pages/define-page.ts'
import { pageMoved } from '#client/pages/page-outcome.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LectureType, LiveStatus } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { dayText, lengthText } from '#shared/rules/number-text.ts'
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

/** Live lessons that are still to come or running. */
function comingLessons({ api, choice, read }: Loaded): LdLesson[] {
  const periods = read(courseOutlineQuery(api, choice.id)) ?? []
  return periods.flatMap(({ name, begDate, endDate, liveStatus, isFreeStudy }) =>
    begDate === null || endDate === null || (liveStatus !== LiveStatus.notStarted && liveStatus !== LiveStatus.live)
      ? []
      : [{ name, begin: begDate, end: endDate, isFree: isFreeStudy }],
  )
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
    jsonLd: [
      courseLd({
        name: course.name,
        description,
        url: canonical,
        image: course.coverImg,
        brandName: input.common.config.brandName,
        price: course.price,
        isCharge: course.isCharge,
        mode: 'Online',
        totalDuration: course.totalDuration,
        teachers: course.teachers.map((teacher) => teacher.name),
        terms: course.schedules.map((term) => ({ begin: dayText(term.beginDate), end: dayText(term.endDate) })),
      }),
      ...broadcastLd({ url: canonical, image: course.coverImg }, comingLessons(input)),
      breadcrumbLd(courseCrumbs(course)),
    ],
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
