import { withChoice } from '#client/features/forum/forum-address.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'
import type { CallInput } from '#shared/contract/calls.ts'

/** Values that exist, for the cache's key. */
export const postQuery = { order: /^new$/, page: /^[1-9]\d{0,3}$/ } as const
/** The backend tells on which page a comment stands: by threads of this many. */
const threadsOnPage = 20

/** Which comments of a post an address shows. */
export interface CommentChoice {
  order: 'floor' | 'new'
  page: number
}

export function readCommentChoice(path: string, search: URLSearchParams): CommentChoice {
  return { order: search.get('order') === 'new' ? 'new' : 'floor', page: readPage(path, search) }
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
