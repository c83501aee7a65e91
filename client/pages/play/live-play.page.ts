import { definePage } from '#client/pages/define-page.ts'
import { classQuery, lobbyQuery, settleClass } from '#client/pages/play/class-input.ts'
import { roomHead } from '#client/pages/play/room-input.ts'

/** The room of a live lesson; with only a course in the address, of its class. Entering it is no reading, so that happens in the browser alone. */
export const livePlay = definePage('live-play', {
  path: '/course/live/play/:id?',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  access: 'user',
  isShownToVisitors: true,
  cache: 'never',
  data: ({ api, params, search }) => ({
    critical: [classQuery(api, params, search) ?? lobbyQuery(api, params, search)],
  }),
  settle: settleClass,
  head: ({ api, params, search, read }) => {
    const lobby = params.id === undefined ? undefined : read(lobbyQuery(api, params, search))
    return roomHead(lobby?.liveInfo.liveCourseResultVO?.periodName, `/course/live/play/${params.id ?? ''}`)
  },
  component: () => import('#client/pages/play/live-play.tsx').then((m) => m.LivePlay),
})
