import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readLesson, roomHead } from '#client/pages/play/room-input.ts'

/** The room of a live lesson. Entering it is no reading, so that happens in the browser alone. */
export const livePlay = definePage('live-play', {
  path: '/course/live/play/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => ({ critical: [callQuery(api, 'GET /api/live-info/get-live-info-v2', readLesson(params, search))] }),
  head: ({ api, params, search, read }) =>
    roomHead(read(callQuery(api, 'GET /api/live-info/get-live-info-v2', readLesson(params, search)))?.liveCourseResultVO?.periodName, `/course/live/play/${params.id}`),
  component: () => import('#client/pages/play/live-play.tsx').then((m) => m.LivePlay),
})
