import type { Policy } from './limit-policies.ts'

const minute = 60
const hour = 3600

/** Limits of what leaves a row behind each time, whoever asks: nobody fills the disk with them. */
export const rows = {
  flowSite: {
    points: 6000,
    seconds: 10 * minute,
    counts: 'reports of page views',
    by: 'site',
    beyond: 'not kept; nobody is told',
    why: 'Each is up to fifty rows. With what is kept of them at most, no number of addresses fills the disk.',
  },
  clientErrorSite: {
    points: 600,
    seconds: 10 * minute,
    counts: 'reports of errors in browsers',
    by: 'site',
    beyond: 'not kept; nobody is told',
    why: 'The same.',
  },
  noticeLogSite: {
    points: 6000,
    seconds: 10 * minute,
    counts: 'notes that a school notice was seen, closed or followed',
    by: 'site',
    beyond: 'not kept; nobody is told',
    why: 'The same: a visitor is whoever a browser says that it is.',
  },
  forumVisit: {
    points: 600,
    seconds: hour,
    counts: 'looks at people and their posts that they may see',
    by: 'account',
    beyond: 'not remembered; nobody is told',
    why: 'Each is a row for whoever is looked at, and is written anew each time.',
  },
  signedIn: {
    points: 600,
    seconds: hour,
    counts: 'sign-ins with the right password',
    by: 'account',
    beyond: 'a wait, or a code by SMS',
    why: 'Each costs a hash and is a session and lines of logs for half a year.',
  },
  playOpened: {
    points: 240,
    seconds: 10 * minute,
    counts: 'players opened',
    by: 'account',
    beyond: 'a wait',
    why: 'Each is a row for thirty days; nobody opens one every two seconds.',
  },
} as const satisfies Readonly<Record<string, Policy>>
