import { callQuery } from '#client/features/common/call-query.ts'
import {
  comingInput,
  dayInput,
  monthInput,
  readTimetableChoice,
  roomsInput,
} from '#client/features/timetable/timetable-choice.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** A learner's classes by month and day, and the rooms for questions. */
export const timetable = definePage('timetable', {
  path: '/user/timetable',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => {
    const choice = readTimetableChoice(search)
    const user = userQuery(api)
    if (choice.type === 'answer-live')
      return { critical: [user, callQuery(api, 'GET /api/user/my-solution-room/list', roomsInput)] }
    return {
      critical: [
        user,
        callQuery(api, 'GET /api/my-course/class-schedule-monthly-calendar', monthInput(choice)),
        callQuery(api, 'GET /api/my-course/list-class-schedule', dayInput(choice)),
        callQuery(api, 'GET /api/my-course/list-class-schedule', comingInput),
      ],
    }
  },
  head: () => ({
    title: '我的课表',
    description: '哪天有课，几点开门，接下来上什么。',
    canonical: '/user/timetable',
    noindex: true,
  }),
  component: () => import('#client/pages/study/timetable.tsx').then((m) => m.Timetable),
})
