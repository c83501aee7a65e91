import { withChoice } from '#client/features/forum/forum-address.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'

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
