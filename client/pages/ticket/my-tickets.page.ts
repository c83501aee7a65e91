import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { readTicketChoice, ticketsInput } from '#client/pages/ticket/my-tickets-choice.ts'

/** What a learner has told the school, by its state. */
export const myTickets = definePage('my-tickets', {
  path: '/user/feedback',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => ({
    critical: [userQuery(api), callQuery(api, 'GET /api/user/ticket/list', ticketsInput(readTicketChoice(search)))],
  }),
  head: () => ({ title: '我的反馈', description: '我的反馈', canonical: '/user/feedback', noindex: true }),
  component: () => import('#client/pages/ticket/my-tickets.tsx').then((m) => m.MyTickets),
})
