import { forumUserHref } from '#client/features/forum/forum-address.ts'
import { authorFiguresQuery, authorQuery, visitorsQuery } from '#client/features/forum/forum-queries.ts'
import { pageSuffix } from '#client/pages/catalogue-head.ts'
import { forumPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { readAuthor, userPageHref, userQuery, writtenQuery } from '#client/pages/forum/forum-user-choice.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'

export const forumUserPage = definePage('forum-user', {
  path: '/bbs/user/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(forumPolicy, ({ id }) => [tagOf('bbs-user', id), tagOfAll('common')], userQuery),
  parse: readAuthor,
  data: ({ api, choice }) => ({
    critical: [
      authorQuery(api, choice.id),
      authorFiguresQuery(api, { userId: choice.id }),
      writtenQuery(api, choice.id, choice),
    ],
    deferred: [visitorsQuery(api, { userId: choice.id })],
  }),
  settle: ({ api, choice, read }) => {
    const list = read<{ pages: number }>(writtenQuery(api, choice.id, choice))
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: ({ api, choice, read }) => {
    const user = read(authorQuery(api, choice.id))
    return {
      title: `${user?.nickname ?? '同学'}的${choice.tab === 'reply' ? '回复' : '帖子'}${pageSuffix(choice.page)}`,
      description: `${user?.nickname ?? '同学'}在社区发过的帖子和回复。`,
      canonical: userPageHref(forumUserHref(choice.id), choice),
      noindex: true,
    }
  },
  component: () => import('#client/pages/forum/forum-user.tsx').then((m) => m.ForumUser),
})
