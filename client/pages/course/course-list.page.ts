import { filterWords } from '#client/features/common/list-filters.ts'
import { courseFilters } from '#client/features/course/course-filters.ts'
import { courseListQuery } from '#client/features/course/course-queries.ts'
import { descriptionOf, pageSuffix, schoolFillers, sentence, seoQuery } from '#client/pages/catalogue-head.ts'
import { listPath } from '#client/pages/catalogue-paths.ts'
import { listPolicy, tagged } from '#client/pages/cache-times.ts'
import { typeEntries } from '#client/pages/catalogue-sitemap.ts'
import {
  courseListInput,
  courseListTitle,
  courseRoot,
  readCourseChoice,
} from '#client/pages/course/course-list-choice.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'

export const courseList = definePage('course-list', {
  path: '/course/:p1?/:p2?/:p3?',
  layout: 'base',
  cache: tagged(listPolicy, () => [tagOfAll('courses'), tagOfAll('common')], filterWords(courseFilters), ['page']),
  sitemap: ({ common }) => typeEntries(courseRoot, common.courseTypes),
  parse: readCourseChoice,
  data: ({ api, choice }) => ({
    critical: [courseListQuery(api, courseListInput(choice))],
    wanted: [seoQuery(api, 'courseList')],
  }),
  settle: ({ api, choice, read }) => {
    const list = read(courseListQuery(api, courseListInput(choice)))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const list = read(courseListQuery(api, courseListInput(choice)))
    const seo = read(seoQuery(api, 'courseList'))
    const name = courseListTitle(choice)
    const whole = name === '全部课程'
    const directions = choice.one?.children.map((child) => child.name).join('、') ?? ''
    const canonical = listPath(courseRoot, choice.one, choice.two, choice.page)
    const own = descriptionOf(
      [
        `${name}共 ${list?.total ?? 0} 门${pageSuffix(choice.page)}。`,
        choice.two
          ? `${choice.one?.name ?? ''}学科的${choice.two.name}方向。`
          : sentence(directions && `方向有${directions}`),
        '直播与录播都有，多数课程前几讲可以试看，买之前先听一听。',
      ],
      schoolFillers,
    )
    return {
      title: `${whole ? (seo?.title ?? name) : name}${pageSuffix(choice.page)}`,
      description: whole && choice.page === 1 ? (seo?.description ?? own) : own,
      keywords: [choice.one?.name, choice.two?.name, seo?.keyWord].filter(Boolean).join(','),
      canonical,
      card: {
        name: 'course-list',
        kind: '课程',
        title: '直播与录播的全部课程',
        byline: '多数课程前几讲可以试看，买之前先听一听',
        ground: 'board',
      },
    }
  },
  component: () => import('#client/pages/course/course-list.tsx').then((m) => m.CourseList),
})
