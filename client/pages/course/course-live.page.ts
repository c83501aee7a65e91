import { livePolicy, tagged } from '#client/pages/cache-times.ts'
import { courseDetail } from '#client/pages/course/course-detail-data.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const courseLive = definePage('course-live', {
  path: '/course/live/:id?',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(livePolicy, ({ id }) => [tagOf('course', id), tagOfAll('courses'), tagOfAll('live')]),
  sitemap: entitySitemap('live', (id) => `/course/live/${id}`),
  ...courseDetail(LectureType.live),
  component: () => import('#client/pages/course/course-live.tsx').then((m) => m.CourseLive),
})
