import type { PageQuery } from '#client/features/common/call-query.ts'
import { authorCommentsQuery, authorFiguresQuery, authorPostsQuery } from '#client/features/forum/forum-queries.ts'
import {
  collectionsQuery,
  commentNewsQuery,
  deletedQuery,
  draftsQuery,
  newsCountQuery,
  reviewNewsQuery,
} from '#client/features/forum/writing-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { type OwnChoice, readOwnChoice } from '#client/pages/forum/forum-own-choice.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery } from '#client/features/my-info/my-info-queries.ts'
import type { Api } from '#shared/contract/calls.ts'

const path = '/bbs/user'

/** The list that a tab shows. */
function shownQuery(api: Api, { tab, review, page }: OwnChoice): PageQuery {
  const input = { pageNum: page, pageSize: 20 }
  if (tab === 'reply') return authorCommentsQuery(api, input)
  if (tab === 'collection') return collectionsQuery(api, input)
  if (tab === 'news') return review ? reviewNewsQuery(api, input) : commentNewsQuery(api, input)
  return tab === 'draft' ? draftsQuery(api) : authorPostsQuery(api, input)
}

/** The learner's own page of the forum, with what nobody else sees. */
export const forumOwnPage = definePage('forum-own', {
  path: '/bbs/user',
  layout: 'base',
  access: 'user',
  cache: 'never',
  parse: ({ search }) => readOwnChoice(path, search),
  data: ({ api, choice }) => ({
    critical: [userQuery(api), profileQuery(api), authorFiguresQuery(api, {}), shownQuery(api, choice)],
    wanted: [newsCountQuery(api), ...(choice.tab === 'post' ? [deletedQuery(api)] : [])],
  }),
  settle: ({ api, choice, read }) => {
    const list =
      choice.tab === 'draft'
        ? undefined
        : read<{ pages: number }>(shownQuery(api, choice) as PageQuery<{ pages: number }>)
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
  },
  head: () => ({ title: '我的社区', description: '自己发过的帖子和回复。', canonical: path, noindex: true }),
  component: () => import('#client/pages/forum/forum-own.tsx').then((m) => m.ForumOwn),
})
