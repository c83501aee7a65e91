import { ownBanQuery } from '#client/features/forum/process-queries.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { definePage } from '#client/pages/define-page.ts'

/** What the address says: the plate of a new post, or the post that is edited. */
export interface WriteChoice {
  plate: number | undefined
  post: number | undefined
}

const idIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Where a post is written, and one's own edited. */
export const forumWritePage = definePage('forum-write', {
  path: '/bbs/write',
  layout: 'base',
  access: 'user',
  cache: 'never',
  parse: ({ search }): WriteChoice => ({ plate: idIn(search.get('plate')), post: idIn(search.get('post')) }),
  data: ({ api }) => ({ critical: [userQuery(api)], wanted: [ownBanQuery(api)] }),
  head: ({ choice }) => ({
    title: choice.post === undefined ? '写帖子' : '修改帖子',
    description: '在社区写一篇帖子。',
    canonical: '/bbs/write',
    noindex: true,
  }),
  component: () => import('#client/pages/forum/forum-write.tsx').then((m) => m.ForumWrite),
})
