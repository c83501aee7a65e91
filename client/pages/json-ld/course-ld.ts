import { courseDetailQuery, courseListQuery, courseOutlineQuery } from '#client/features/course/course-queries.ts'
import { type CourseAddress, courseCrumbs } from '#client/pages/course/course-detail-data.ts'
import {
  type CourseChoice,
  courseListCrumbs,
  courseListInput,
  courseListTitle,
} from '#client/pages/course/course-list-choice.ts'
import type { LoadedInput } from '#client/pages/define-page.ts'
import type { PageParams } from '#client/pages/page-view.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import { dayText } from '#shared/rules/number-text.ts'
import { jsonLdOf } from './json-ld.ts'
import { breadcrumbLd, broadcastLd, cardItems, courseLd, itemListLd, type LdLesson } from './schema-org.ts'

export const courseListLd = jsonLdOf<CourseChoice>(({ api, choice, read }) => {
  const list = read(courseListQuery(api, courseListInput(choice)))
  return [itemListLd(courseListTitle(choice), cardItems(list?.records ?? [])), breadcrumbLd(courseListCrumbs(choice))]
})

/** Live lessons that are still to come or running. */
function comingLessons({ api, choice, read }: LoadedInput<PageParams, CourseAddress>): LdLesson[] {
  const periods = read(courseOutlineQuery(api, choice.id)) ?? []
  return periods.flatMap(({ name, begDate, endDate, liveStatus, isFreeStudy }) =>
    begDate === null || endDate === null || (liveStatus !== LiveStatus.notStarted && liveStatus !== LiveStatus.live)
      ? []
      : [{ name, begin: begDate, end: endDate, isFree: isFreeStudy }],
  )
}

export const courseDetailLd = jsonLdOf<CourseAddress>((input, { description, canonical }) => {
  const { api, choice, common, read } = input
  const course = read(courseDetailQuery(api, choice.id))
  if (!course) return []
  return [
    courseLd({
      name: course.name,
      description,
      url: canonical,
      image: course.coverImg,
      brandName: common.config.brandName,
      price: course.price,
      isCharge: course.isCharge,
      mode: 'Online',
      totalDuration: course.totalDuration,
      teachers: course.teachers.map((teacher) => teacher.name),
      terms: course.schedules.map((term) => ({ begin: dayText(term.beginDate), end: dayText(term.endDate) })),
    }),
    ...broadcastLd({ url: canonical, image: course.coverImg }, comingLessons(input)),
    breadcrumbLd(courseCrumbs(course)),
  ]
})
