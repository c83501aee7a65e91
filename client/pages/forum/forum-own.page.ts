import { callQuery } from '#client/features/common/call-query.ts'
import { authorFiguresQuery } from '#client/features/forum/forum-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readUserChoice, writtenQuery } from '#client/pages/forum/forum-user-choice.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

const path = '/bbs/user'

/** The learner's own page of the forum, with what isn't published. */
export const forumOwnPage = definePage('forum-own', {
  path: '/bbs/user',
  layout: 'base',
  access: 'user',
  cache: 'never',
  parse: ({ search }) => readUserChoice(path, search),
  data: ({ api, choice }) => ({
    critical: [
      callQuery(api, 'GET /api/user/info', {}),
      callQuery(api, 'GET /api/user/info/profile', {}),
      authorFiguresQuery(api, {}),
      writtenQuery(api, undefined, choice),
    ],
  }),
  settle: ({ api, choice, read }) => {
    const list = read<{ pages: number }>(writtenQuery(api, undefined, choice))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: () => ({ title: '我的社区', description: '自己发过的帖子和回复。', canonical: path, noindex: true }),
  component: () => import('#client/pages/forum/forum-own.tsx').then((m) => m.ForumOwn),
})
