import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'

/** The principal's letter box, for who is signed in. */
export const complaint = definePage('complaint', {
  path: '/feedback/complaint',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api }) => ({
    critical: [
      callQuery(api, 'GET /api/course/list-charge-course-combobox', {}),
      callQuery(api, 'GET /api/work/order/complaint/list-complaint-problem', {}),
    ],
  }),
  head: () => ({
    title: '校长信箱',
    description: '对课程和服务的投诉，写给校长',
    canonical: '/feedback/complaint',
    noindex: true,
  }),
  component: () => import('#client/pages/ticket/complaint.tsx').then((m) => m.Complaint),
})
