import type { CallInput } from '#shared/contract/calls.ts'

export type PostSort = NonNullable<CallInput<'GET /api/post/list'>['sort']>

export const forumHome = '/bbs/plate'
export const forumAll = '/bbs/plate/all'

export function plateHref(id: number): string {
  return `/bbs/plate/${id}`
}

export function postHref(id: number): string {
  return `/bbs/detail/${id}`
}

/** A comment's place: its page of the post, and its floor there. */
export function floorHref(postId: number, page: number, floor: number): string {
  return `${withPage(postHref(postId), page)}#floor-${floor}`
}

export function forumUserHref(id: number): string {
  return `/bbs/user/${id}`
}

/** An address with what was chosen; what stands there anyway is left out. */
export function withChoice(path: string, choice: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(
    Object.entries(choice).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return query ? `${path}?${query}` : path
}

export function withPage(path: string, page: number): string {
  return withChoice(path, { page: page > 1 ? page : undefined })
}

/** Where a post is written, or one's own edited. */
export function writeHref(choice: { plate?: number; post?: number }): string {
  return withChoice('/bbs/write', choice)
}
