import { forumHome } from '#client/features/forum/forum-address.ts'

/** Where the forum lies. */
export const forumCrumbs: readonly { text: string; href: string }[] = [
  { text: '首页', href: '/' },
  { text: '社区', href: forumHome },
]

/** Fills a description that is too short. */
export const forumFillers: readonly string[] = [
  '社区里的人边做边问，',
  '作业卡住了可以贴上来，',
  '同学和老师都会回，',
  '按版块慢慢翻也好。',
]
