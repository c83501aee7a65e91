import { definePage } from '#client/pages/define-page.ts'
import { readPreview, roomHead } from '#client/pages/play/room-input.ts'

/** A look into a room whose film runs on the clock: for staff, and for whoever has a signed link. */
export const previewMind = definePage('preview-mind', {
  path: '/preview/mind/:id',
  where: { id: /\d+/ },
  layout: 'viewPlay',
  cache: 'never',
  hasSecretAddress: true,
  settle: ({ params, search }) => void readPreview(params, search),
  head: ({ params }) => roomHead('录播直播预览', `/preview/mind/${params.id}`),
  component: () => import('#client/pages/play/preview-mind.tsx').then((m) => m.PreviewMind),
})
