import type { Policy } from './limit-policies.ts'

const minute = 60
const hour = 3600
const day = 24 * hour

/** Limits of writing in the forum; what is refused isn't lost: the draft stays. */
export const forumWriting = {
  forumPost: {
    points: 1,
    seconds: minute,
    counts: 'posts sent',
    by: 'account',
    beyond: 'a wait; the draft stays',
    why: 'Nobody writes two posts in a minute.',
  },
  forumPostNewcomer: {
    points: 3,
    seconds: day,
    counts: 'posts sent by who has fewer than three published ones',
    by: 'account',
    beyond: 'a wait; the draft stays',
    why: 'Accounts made for advertising are told apart after a few posts, and somebody looks at each of these.',
  },
  forumReply: {
    points: 1,
    seconds: 5,
    counts: 'replies sent',
    by: 'account',
    beyond: 'a wait; the draft stays',
    why: 'A hand needs longer.',
  },
  forumEdit: {
    points: 30,
    seconds: hour,
    counts: 'edits of posts and replies',
    by: 'account',
    beyond: 'a wait; the draft stays',
    why: 'Each may have to be looked at.',
  },
  forumDraft: {
    points: 1800,
    seconds: hour,
    counts: 'drafts of posts and replies kept',
    by: 'account',
    beyond: 'a wait; the browser keeps it meanwhile',
    why: 'A page sends one every three seconds at most.',
  },
  forumMark: {
    points: 120,
    seconds: minute,
    counts: 'likes and collections set or taken back',
    by: 'account',
    beyond: 'a wait',
    why: 'Each makes a page anew.',
  },
} as const satisfies Readonly<Record<string, Policy>>
