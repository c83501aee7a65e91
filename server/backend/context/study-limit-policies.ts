import type { Policy } from './limit-policies.ts'

const minute = 60
const hour = 3600

/** Limits of homework and exams. */
export const study = {
  homeworkHandedIn: {
    points: 60,
    seconds: hour,
    counts: 'homework handed in',
    by: 'account',
    beyond: 'a wait; the draft stays',
    why: 'Each is a round that is kept for good, and somebody is to read it.',
  },
  homeworkDraft: {
    points: 1800,
    seconds: hour,
    counts: 'drafts of homework kept',
    by: 'account',
    beyond: 'a wait; the browser keeps it meanwhile',
    why: 'A page sends one every two seconds at most.',
  },
  examSaved: {
    points: 600,
    seconds: 10 * minute,
    counts: 'batches of answers in exams',
    by: 'account',
    beyond: 'a wait; the browser keeps them meanwhile, and handing in takes them along',
    why: 'A page sends one a second at most.',
  },
} as const satisfies Readonly<Record<string, Policy>>
