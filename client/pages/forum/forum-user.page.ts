import { callQuery } from '#client/features/common/call-query.ts'
import { forumUserHref } from '#client/features/forum/forum-address.ts'
import { readUserChoice, userListInput, userPageHref, userQuery } from '#client/pages/forum/forum-user-choice.ts'
import { pageSuffix } from '#client/pages/catalogue-head.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import { forumPolicy, tagged } from '#client/pages/catalogue-policy.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumUserPage = definePage('forum-user', {
  path: '/bbs/user/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(forumPolicy, ({ id }) => [tagOf('bbs-user', id), tagOfAll('common')], userQuery),
  data: ({ api, params, search }) => {
    const id = readDetailId(params.id, '/bbs/user')
    const choice = readUserChoice(forumUserHref(id), search)
    const input = userListInput(id, choice)
    return {
      critical: [
        callQuery(api, 'GET /api/user/info/get-user-info-by-uid', { uid: id }),
        callQuery(api, 'GET /api/post/user-summary', { userId: id }),
        choice.tab === 'reply'
          ? callQuery(api, 'GET /api/post/user-comment-list', input)
          : callQuery(api, 'GET /api/post/user-post-list', input),
      ],
      deferred: [callQuery(api, 'GET /api/post/visit-list', { userId: id })],
    }
  },
  settle: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readUserChoice(forumUserHref(id), search)
    const input = userListInput(id, choice)
    const list =
      choice.tab === 'reply'
        ? read(callQuery(api, 'GET /api/post/user-comment-list', input))
        : read(callQuery(api, 'GET /api/post/user-post-list', input))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, params, search, read }) => {
    const id = Number(params.id)
    const choice = readUserChoice(forumUserHref(id), search)
    const user = read(callQuery(api, 'GET /api/user/info/get-user-info-by-uid', { uid: id }))
    return {
      title: `${user?.nickname ?? '同学'}的${choice.tab === 'reply' ? '回复' : '帖子'}${pageSuffix(choice.page)}`,
      description: `${user?.nickname ?? '同学'}在社区发过的帖子和回复。`,
      canonical: userPageHref(forumUserHref(id), choice),
      noindex: true,
    }
  },
  component: () => import('#client/pages/forum/forum-user.tsx').then((m) => m.ForumUser),
})
