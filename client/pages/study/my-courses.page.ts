import { callQuery } from '#client/features/common/call-query.ts'
import { myCoursesInput, readMyCourseChoice } from '#client/features/my-course/my-course-choice.ts'
import { isNoteTab, noteListInput, readNoteChoice } from '#client/features/note/note-choice.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** What a learner has: courses and class systems, running and ended, with how far they are. */
export const myCourses = definePage('my-courses', {
  path: '/user/course',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => {
    const user = userQuery(api)
    if (isNoteTab(search))
      return {
        critical: [
          user,
          callQuery(api, 'GET /api/user/note/list', noteListInput(readNoteChoice(search))),
          callQuery(api, 'GET /api/user/note/courses', {}),
        ],
      }
    return {
      critical: [user, callQuery(api, 'GET /api/user/my-course/list-v3', myCoursesInput(readMyCourseChoice(search)))],
      deferred: [callQuery(api, 'GET /api/user/learning-days', {})],
    }
  },
  head: ({ search }) => ({
    title: isNoteTab(search) ? '我的笔记' : '我的课程',
    description: '在学的课程、学到哪里、下一节什么时候，记在每一秒的笔记。',
    canonical: '/user/course',
    noindex: true,
  }),
  component: () => import('#client/pages/study/my-courses.tsx').then((m) => m.MyCourses),
})
