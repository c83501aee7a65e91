import { readMessageChoice } from '#client/features/message/message-href.ts'
import { messagesInput } from '#client/features/message/messages-input.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { messageListQuery } from '#client/features/message/message-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** A learner's messages, by kind; `id` opens one. */
export const messages = definePage('messages', {
  path: '/user/message',
  layout: 'fixedMenu',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => ({
    critical: [userQuery(api), messageListQuery(api, messagesInput(readMessageChoice(search)))],
  }),
  head: () => ({
    title: '我的消息',
    description: '学习、订单和学校的通知。',
    canonical: '/user/message',
    noindex: true,
  }),
  component: () => import('#client/pages/message/messages.tsx').then((m) => m.Messages),
})
