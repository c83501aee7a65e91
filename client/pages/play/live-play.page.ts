import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { classQuery, settleClass } from '#client/pages/play/class-input.ts'
import { readLesson, roomHead } from '#client/pages/play/room-input.ts'

/** The room of a live lesson; with only a course in the address, of its class. Entering it is no reading, so that happens in the browser alone. */
export const livePlay = definePage('live-play', {
  path: '/course/live/play/:id?',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => ({ critical: [classQuery(api, params, search) ?? callQuery(api, 'GET /api/live-info/get-live-info-v2', readLesson(params, search))] }),
  settle: settleClass,
  head: ({ api, params, search, read }) => {
    const info = params.id === undefined ? undefined : read(callQuery(api, 'GET /api/live-info/get-live-info-v2', readLesson(params, search)))
    return roomHead(info?.liveCourseResultVO?.periodName, `/course/live/play/${params.id ?? ''}`)
  },
  component: () => import('#client/pages/play/live-play.tsx').then((m) => m.LivePlay),
})
