import { detailPolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { listAll } from '#client/pages/catalogue-sitemap.ts'
import { courseDetailData, courseHead, settleCourse } from '#client/pages/course/course-detail-data.ts'
import { definePage } from '#client/pages/define-page.ts'
import { LectureType } from '#shared/contract/enums.ts'

const lectureType = LectureType.video

export const courseVideo = definePage('course-video', {
  path: '/course/video/:id?',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(detailPolicy, ({ id }) => [`course:${id}`, 'courses']),
  sitemap: async ({ api }) => {
    const courses = await listAll((page) => api.call('GET /api/common/course-list-page', { lectureType, ...page }))
    return courses.map(({ id }) => ({ path: `/course/video/${id}` }))
  },
  data: (input) => courseDetailData(input, lectureType),
  settle: (input) => settleCourse(input, lectureType),
  head: (input) => courseHead(input, lectureType),
  component: () => import('#client/pages/course/course-video.tsx').then((m) => m.CourseVideo),
})
