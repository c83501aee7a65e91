import { forumWriting } from './forum-writing-limit-policies.ts'
import type { Policy } from './limit-policies.ts'

const hour = 3600

/** Limits of the forum: writing, and due process. */
export const forum = {
  ...forumWriting,
  forumReport: {
    points: 20,
    seconds: hour,
    counts: 'reports of posts and comments',
    by: 'account',
    beyond: 'a wait; what was typed stays',
    why: 'Somebody is to read each within a day.',
  },
  forumAppeal: {
    points: 20,
    seconds: hour,
    counts: 'appeals',
    by: 'account',
    beyond: 'a wait; what was typed stays',
    why: 'There is one for each decision; more are tries.',
  },
} as const satisfies Readonly<Record<string, Policy>>
