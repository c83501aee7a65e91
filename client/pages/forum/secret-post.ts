import { withChoice } from '#client/features/forum/forum-address.ts'
import { type CommentChoice, commentsInput, readCommentChoice } from '#client/pages/forum/forum-post-choice.ts'
import type { CallInput } from '#shared/contract/calls.ts'

export interface SecretPost {
  /** The signed id as it stands in the address. */
  encrypt: string
  /** The post that it claims to open; undefined when it can't be one. */
  postId: number | undefined
  choice: CommentChoice
  path: string
  input: CallInput<'GET /api/post/comment/comment-list'>
}

/** Reads an address of a post that may not be public. */
export function readSecret(search: URLSearchParams): SecretPost {
  const encrypt = (search.get('id') ?? '').slice(0, 512)
  const claimed = /^([1-9]\d{0,14})\./.exec(encrypt)?.[1]
  const postId = claimed === undefined ? undefined : Number(claimed)
  const path = withChoice('/bbs/detail/encrypt', { id: encrypt })
  const choice = readCommentChoice('/bbs/detail/encrypt', search)
  return { encrypt, postId, choice, path, input: { ...commentsInput(postId ?? 1, choice), encrypt } }
}
