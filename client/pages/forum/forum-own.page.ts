import { callQuery } from '#client/features/common/call-query.ts'
import { readUserChoice, userListInput } from '#client/pages/forum/forum-user-choice.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'

const path = '/bbs/user'

/** The learner's own page of the forum, with what isn't published. */
export const forumOwnPage = definePage('forum-own', {
  path: '/bbs/user',
  layout: 'base',
  access: 'user',
  cache: 'never',
  data: ({ api, search }) => {
    const choice = readUserChoice(path, search)
    const input = userListInput(undefined, choice)
    return {
      critical: [
        callQuery(api, 'GET /api/user/info', {}),
        callQuery(api, 'GET /api/user/info/profile', {}),
        callQuery(api, 'GET /api/post/user-summary', {}),
        choice.tab === 'reply'
          ? callQuery(api, 'GET /api/post/user-comment-list', input)
          : callQuery(api, 'GET /api/post/user-post-list', input),
      ],
    }
  },
  settle: ({ api, search, read }) => {
    const choice = readUserChoice(path, search)
    const input = userListInput(undefined, choice)
    const list =
      choice.tab === 'reply'
        ? read(callQuery(api, 'GET /api/post/user-comment-list', input))
        : read(callQuery(api, 'GET /api/post/user-post-list', input))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: () => ({ title: '我的社区', description: '自己发过的帖子和回复。', canonical: path, noindex: true }),
  component: () => import('#client/pages/forum/forum-own.tsx').then((m) => m.ForumOwn),
})
