import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { classQuery, settleClass } from '#client/pages/play/class-input.ts'
import { readLesson, roomHead } from '#client/pages/play/room-input.ts'

/** The room of a lesson whose film runs on the class's clock; with only a course in the address, of its class. */
export const mindPlay = definePage('mind-play', {
  path: '/mind/play/:id?',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => ({ critical: [classQuery(api, params, search) ?? callQuery(api, 'GET /api/live/live-info', readLesson(params, search))] }),
  settle: settleClass,
  head: ({ api, params, search, read }) => {
    const info = params.id === undefined ? undefined : read(callQuery(api, 'GET /api/live/live-info', readLesson(params, search)))
    return roomHead(info?.liveCourseResultVO?.periodName, `/mind/play/${params.id ?? ''}`)
  },
  component: () => import('#client/pages/play/mind-play.tsx').then((m) => m.MindPlay),
})
