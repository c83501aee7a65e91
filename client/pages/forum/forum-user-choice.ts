import { forumUserHref, withChoice } from '#client/features/forum/forum-address.ts'
import { authorCommentsQuery, authorPostsQuery } from '#client/features/forum/forum-queries.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'
import type { Api } from '#shared/contract/calls.ts'

/** Values that exist, for the cache's key. */
export const userQuery = { tab: /^reply$/, page: /^[1-9]\d{0,3}$/ } as const

/** Which part of somebody's page an address shows. */
export interface UserChoice {
  tab: 'post' | 'reply'
  page: number
}

export function readUserChoice(path: string, search: URLSearchParams): UserChoice {
  return { tab: search.get('tab') === 'reply' ? 'reply' : 'post', page: readPage(path, search) }
}

/** What the address of somebody's page says. */
export interface AuthorChoice extends UserChoice {
  id: number
}

export function readAuthor({ params, search }: PageAddress<{ id: string }>): AuthorChoice {
  const id = readDetailId(params.id, '/bbs/user')
  return { id, ...readUserChoice(forumUserHref(id), search) }
}

/** What somebody has written, as far as a page of it shows. */
export function writtenQuery(api: Api, userId: number | undefined, choice: UserChoice) {
  const input = userListInput(userId, choice)
  return choice.tab === 'reply' ? authorCommentsQuery(api, input) : authorPostsQuery(api, input)
}

export function userPageHref(path: string, { tab, page }: UserChoice): string {
  return withChoice(path, { tab: tab === 'reply' ? 'reply' : undefined, page: page > 1 ? page : undefined })
}

/** Somebody's posts or comments; without a key, the learner's own. */
export function userListInput(
  userId: number | undefined,
  { page }: UserChoice,
): { userId?: number; pageNum: number; pageSize: number } {
  return { pageNum: page, pageSize: 20, ...(userId === undefined ? {} : { userId }) }
}
