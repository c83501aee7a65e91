import type { Policy } from './limit-policies.ts'

const minute = 60
const hour = 3600
const day = 24 * hour

/** Limits of conversations with customer service. */
export const chats = {
  supportBegun: {
    points: 10,
    seconds: hour,
    counts: 'conversations with customer service begun without an account',
    by: 'address',
    beyond: 'a wait; the text stays in its field',
    why: 'Each is a row, a cookie and somebody who looks at it; a hall behind one address has enough.',
  },
  supportSaid: {
    points: 20,
    seconds: minute,
    counts: 'messages to customer service',
    by: 'account, or the conversation of a browser without one',
    beyond: 'a wait; the text stays in its field',
    why: 'Somebody is to read them.',
  },
  supportSaidDay: {
    points: 400,
    seconds: day,
    counts: 'messages to customer service',
    by: 'account, or the conversation of a browser without one',
    beyond: 'a wait; the text stays in its field',
    why: 'Nobody asks so much; each is a row that is kept for half a year or longer.',
  },
  supportSaidAddress: {
    points: 2000,
    seconds: day,
    counts: 'messages to customer service of browsers without an account',
    by: 'address',
    beyond: 'a wait, for such browsers only; the text stays in its field',
    why: 'An address begins ten conversations an hour: all of them together aren’t ten times ten.',
  },
  supportJoined: {
    points: 60,
    seconds: minute,
    counts: 'openings of the conversation: its last messages and a ticket for the socket',
    by: 'account, or the conversation of a browser without one; else address',
    beyond: 'a wait; the panel asks every 15 seconds meanwhile',
    why: 'A panel takes one for each connection.',
  },
  supportForged: {
    points: 60,
    seconds: minute,
    counts: 'deliveries of an inbox elsewhere with a wrong signature',
    by: 'address',
    beyond: 'not looked at',
    why: 'Checking a signature costs more than refusing.',
  },
} as const satisfies Readonly<Record<string, Policy>>
