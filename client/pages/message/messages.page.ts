import { callQuery } from '#client/features/common/call-query.ts'
import { readMessageChoice } from '#client/features/message/message-href.ts'
import { messagesInput } from '#client/features/message/messages-input.ts'
import { definePage } from '#client/pages/define-page.ts'

/** A learner's messages, by kind; `id` opens one. */
export const messages = definePage('messages', {
  path: '/user/message',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => ({
    critical: [
      callQuery(api, 'GET /api/user/info', {}),
      callQuery(api, 'GET /api/notify-message/get-message', messagesInput(readMessageChoice(search))),
    ],
  }),
  head: () => ({
    title: '我的消息',
    description: '学习、订单和学校的通知。',
    canonical: '/user/message',
    noindex: true,
  }),
  component: () => import('#client/pages/message/messages.tsx').then((m) => m.Messages),
})
