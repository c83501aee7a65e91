import { callQuery } from '#client/features/common/call-query.ts'
import { openLivesQuery } from '#client/features/live/live-queries.ts'
import { collegeCoursesInput, readCollege } from '#client/pages/college/college-choice.ts'
import { popularInput } from '#client/pages/home/home-calls.ts'
import { type LiveListChoice, liveListInput } from '#client/pages/live/live-list-choice.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { jsonLdOf } from './json-ld.ts'
import { breadcrumbLd, cardItems, itemListLd, organizationLd } from './schema-org.ts'

export const homeLd = jsonLdOf(({ api, common, read }) => {
  const popular = read(callQuery(api, 'GET /api/common/course-list-page', popularInput))
  const { brandName, slogan, servicePhone } = common.config
  return [
    organizationLd(brandName, slogan, servicePhone),
    ...(popular ? [itemListLd('大家在学', cardItems(popular.records))] : []),
  ]
})

/** No crumbs: the page shows none. */
export const collegeLd = jsonLdOf(({ api, params, search, common, read }) => {
  const { id, name } = readCollege(params.id, search, common.colleges)
  const courses = read(callQuery(api, 'GET /api/college/course-type-list', collegeCoursesInput(id)))
  return [itemListLd(`${name}的课程`, cardItems(courses?.records ?? []))]
})

export const liveListLd = jsonLdOf<LiveListChoice>(({ api, choice, read }) => {
  const list = read(openLivesQuery(api, liveListInput(choice.page)))
  return [
    itemListLd(
      '公开课',
      (list?.records ?? []).map((card) => ({
        name: card.periodName || card.name,
        url: detailUrl(LectureType.live, card.id),
      })),
    ),
    breadcrumbLd([
      { text: '首页', href: '/' },
      { text: '公开课', href: '/live/list' },
    ]),
  ]
})
