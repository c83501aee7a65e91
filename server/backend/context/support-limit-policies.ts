import { chats } from './chat-limit-policies.ts'
import type { Policy } from './limit-policies.ts'

const minute = 60
const day = 24 * 3600

/** Limits of what people tell the school. */
export const support = {
  ...chats,
  feedbackAddress: {
    points: 2,
    seconds: day,
    counts: 'feedback of visitors',
    by: 'address',
    beyond: 'a captcha',
    why: 'Each is read by somebody. A hall behind one address goes on with a captcha.',
  },
  feedbackSolved: {
    points: 60,
    seconds: day,
    counts: 'feedback of visitors with a captcha',
    by: 'address',
    beyond: 'a wait; the telephone is named',
    why: 'Captchas are solved by machines, too; nobody reads more than this from one address.',
  },
  ticketOpened: {
    points: 20,
    seconds: day,
    counts: 'feedback and complaints of learners',
    by: 'account',
    beyond: 'a wait; what was written stays in the form',
    why: 'Each has a person and a moment until which it is answered.',
  },
  ticketMessage: {
    points: 30,
    seconds: 10 * minute,
    counts: 'messages about feedback and complaints',
    by: 'account',
    beyond: 'a wait; what was written stays in the form',
    why: 'Somebody is to read each of them.',
  },
} as const satisfies Readonly<Record<string, Policy>>
