import type { StaffRight } from '#shared/contract/staff-rights.ts'

/** What agents of customer service may do. */
export const conversationRights = {
  'conversation.queue': {
    name: '查看客服会话列表',
    roles: ['education', 'headMaster'],
    reason: 'customer service is done by the office and the head masters',
  },
  'conversation.show': {
    name: '查看客服会话',
    roles: ['education', 'headMaster'],
    reason: 'whoever answers reads what was asked',
  },
  'conversation.take': {
    name: '接待客服会话',
    roles: ['education', 'headMaster'],
    reason: 'one person answers, the others see who',
    refusedOnOneself: true,
  },
  'conversation.answer': {
    name: '回复客服会话',
    roles: ['education', 'headMaster'],
    reason: 'whoever takes a conversation answers it',
    refusedOnOneself: true,
  },
  'conversation.hand-over': {
    name: '转交客服会话',
    roles: ['education', 'headMaster'],
    reason: 'who goes off duty, or knows less, gives it to a colleague',
    refusedOnOneself: true,
  },
  'conversation.close': {
    name: '结束客服会话',
    roles: ['education', 'headMaster'],
    reason: 'whoever answers sees when it is done; the learner may go on at any time',
    refusedOnOneself: true,
  },
  'conversation.presence': {
    name: '客服上线和离开',
    roles: ['education', 'headMaster'],
    reason: 'learners are told truly whether somebody is there',
  },
  'conversation.figures': {
    name: '查看客服统计',
    roles: ['education', 'headMaster'],
    reason: 'shows how long learners wait',
  },
} as const satisfies Record<string, StaffRight>
