import { postHref, withChoice } from '#client/features/forum/forum-address.ts'
import { readDetailId } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** Values that exist, for the cache's key. */
export const commentWords = { order: /^new$/, page: /^[1-9]\d{0,3}$/ } as const
/** The backend tells on which page a comment stands: by threads of this many. */
export const threadsOnPage = 20

/** Which comments of a post an address shows. */
export interface CommentChoice {
  order: 'floor' | 'new'
  page: number
}

export function readCommentChoice(path: string, search: URLSearchParams): CommentChoice {
  return { order: search.get('order') === 'new' ? 'new' : 'floor', page: readPage(path, search) }
}

/** What the address of a post says. */
export interface PostChoice extends CommentChoice {
  id: number
}

export function readPost({ params, search }: PageAddress<{ id?: string }>): PostChoice {
  const id = readDetailId(params.id, '/bbs/detail')
  return { id, ...readCommentChoice(postHref(id), search) }
}

export function commentsHref(path: string, { order, page }: CommentChoice): string {
  return withChoice(path, { order: order === 'new' ? 'new' : undefined, page: page > 1 ? page : undefined })
}

export function commentsInput(
  postId: number,
  { order, page }: CommentChoice,
): CallInput<'GET /api/post/comment/comment-list'> {
  return { postId, order, pageNum: page, pageSize: threadsOnPage }
}
