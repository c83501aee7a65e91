import { detailPolicy, tagged } from '#client/pages/cache-times.ts'
import { courseDetail } from '#client/pages/course/course-detail-data.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const courseVideo = definePage('course-video', {
  path: '/course/video/:id?',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(detailPolicy, ({ id }) => [tagOf('course', id), tagOfAll('courses')]),
  sitemap: entitySitemap('video', (id) => `/course/video/${id}`),
  ...courseDetail(LectureType.video),
  component: () => import('#client/pages/course/course-video.tsx').then((m) => m.CourseVideo),
})
