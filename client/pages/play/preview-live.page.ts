import { definePage } from '#client/pages/define-page.ts'
import { liveInfoQuery } from '#client/features/room/room-queries.ts'
import { readPreview, roomHead } from '#client/pages/play/room-input.ts'

/** A look into a live room before it opens: for staff, and for whoever has a signed link. */
export const previewLive = definePage('preview-live', {
  path: '/preview/live/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  cache: 'never',
  hasSecretAddress: true,
  data: ({ api, params, search }) => ({
    critical: [liveInfoQuery(api, readPreview(params, search))],
  }),
  head: ({ api, params, search, read }) =>
    roomHead(
      read(liveInfoQuery(api, readPreview(params, search)))?.liveCourseResultVO?.periodName,
      `/preview/live/${params.id}`,
    ),
  component: () => import('#client/pages/play/preview-live.tsx').then((m) => m.PreviewLive),
})
