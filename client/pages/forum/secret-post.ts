import { withChoice } from '#client/features/forum/forum-address.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { type CommentChoice, commentsInput, readCommentChoice } from '#client/pages/forum/forum-post-choice.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'

export interface SecretPost {
  /** The signed id as it stands in the address. */
  encrypt: string
  comments: CommentChoice
  path: string
  input: CallInput<'GET /api/post/comment/comment-list'>
}

/** Reads an address of a post that may not be public; one that can't name a post is none. */
export function readSecret({ search }: Pick<PageAddress, 'search'>): SecretPost {
  const encrypt = (search.get('id') ?? '').slice(0, 512)
  const claimed = /^([1-9]\d{0,14})\./.exec(encrypt)?.[1]
  if (claimed === undefined) throw pageNotFound()
  const path = withChoice('/bbs/detail/encrypt', { id: encrypt })
  const comments = readCommentChoice('/bbs/detail/encrypt', search)
  return { encrypt, comments, path, input: { ...commentsInput(Number(claimed), comments), encrypt } }
}
