import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readLesson, roomHead } from '#client/pages/play/room-input.ts'

/** The room of a lesson whose film runs on the class's clock. */
export const mindPlay = definePage('mind-play', {
  path: '/mind/play/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  cache: 'never',
  data: ({ api, params, search }) => ({ critical: [callQuery(api, 'GET /api/live/live-info', readLesson(params, search))] }),
  head: ({ api, params, search, read }) =>
    roomHead(read(callQuery(api, 'GET /api/live/live-info', readLesson(params, search)))?.liveCourseResultVO?.periodName, `/mind/play/${params.id}`),
  component: () => import('#client/pages/play/mind-play.tsx').then((m) => m.MindPlay),
})
