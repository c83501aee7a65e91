import { callQuery } from '#client/features/common/call-query.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** One of a learner's own: what was said, and what can be done about it. */
export const ticketDetail = definePage('ticket-detail', {
  path: '/user/feedback/:no',
  where: { no: /\d{12}/ },
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, params: { no } }) => ({
    critical: [userQuery(api), callQuery(api, 'GET /api/user/ticket/detail', { no })],
  }),
  head: ({ params: { no } }) => ({
    title: `反馈 ${no}`,
    description: '我的反馈',
    canonical: `/user/feedback/${no}`,
    noindex: true,
  }),
  component: () => import('#client/pages/ticket/ticket-detail.tsx').then((m) => m.TicketDetail),
})
