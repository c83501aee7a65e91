import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { missing } from '#server/backend/http/missing.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { mayComeBack } from './process/text-store.ts'
import { removalOpenMs } from '#shared/rules/forum-process.ts'
import { readPostToken } from './post-link.ts'
import { findPost, type PostRow } from './post-row-store.ts'

export interface AskedPost {
  readonly id?: number | undefined
  /** Of an address that shows this one post. */
  readonly encrypt?: string | undefined
}

/** What the staff removed may come back while it may be appealed: nobody is told that it is gone for good. */
async function goneOrMissing({ db, clock }: Pick<BackendContext, 'db' | 'clock'>, id: number): Promise<ApiError> {
  const isOpen = await mayComeBack(db, id, new Date(clock.now() - removalOpenMs))
  return isOpen ? new ApiError(Code.NotFound) : missing(db, 'post', id)
}

/**
 * A post as far as the caller may see it: a published one, one's own, any for who moderates or has a link to it; else
 * code 404, or 410 when it was public once.
 */
export async function getPost(
  ctx: Pick<BackendContext, 'db' | 'hash' | 'clock'>,
  asked: AskedPost,
  session: Session | undefined,
): Promise<PostRow> {
  const linked = asked.encrypt === undefined ? undefined : readPostToken(ctx, asked.encrypt)
  if (asked.encrypt !== undefined && (linked === undefined || (asked.id !== undefined && asked.id !== linked)))
    throw new ApiError(Code.NotFound)
  const id = linked ?? asked.id
  if (id === undefined) throw new ApiError(Code.NotFound)
  const seesAll = hasRight(session, 'post.preview')
  const post = await findPost(ctx.db, id, seesAll)
  if (!post) throw linked === undefined ? await goneOrMissing(ctx, id) : new ApiError(Code.NotFound)
  // a link shows what waits; what was refused is for its author
  const isLinked = linked !== undefined && post.status !== PostStatus.rejected
  const mayRead = post.status === PostStatus.published || isLinked || seesAll || session?.userId === post.authorId
  if (!mayRead) throw await missing(ctx.db, 'post', id)
  return post
}
