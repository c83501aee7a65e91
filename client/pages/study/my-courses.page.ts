import { callQuery } from '#client/features/common/call-query.ts'
import { myCoursesInput, readMyCourseChoice } from '#client/features/my-course/my-course-choice.ts'
import { definePage } from '#client/pages/define-page.ts'

/** What a learner has: courses and class systems, running and ended, with how far they are. */
export const myCourses = definePage('my-courses', {
  path: '/user/course',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => ({
    critical: [
      callQuery(api, 'GET /api/user/info', {}),
      callQuery(api, 'GET /api/user/my-course/list-v3', myCoursesInput(readMyCourseChoice(search))),
    ],
    deferred: [callQuery(api, 'GET /api/user/learning-days', {})],
  }),
  head: () => ({
    title: '我的课程',
    description: '在学的课程、学到哪里、下一节什么时候。',
    canonical: '/user/course',
    noindex: true,
  }),
  component: () => import('#client/pages/study/my-courses.tsx').then((m) => m.MyCourses),
})
