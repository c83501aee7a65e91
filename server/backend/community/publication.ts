import { refreshSearchLater } from '#server/backend/catalogue/search/index-job.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { type PageTag, tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { purgeCalmly } from './calm-purge.ts'
import { toPostText } from './post-text.ts'
import {
  type CommentState,
  countComments,
  countDay,
  countInPlate,
  countOneComment,
  findRevision,
  type HeldComment,
  type HeldPost,
  holdComment,
  holdPost,
  insertNotices,
  type PostState,
  postOfComment,
  setCommentState,
  setPostState,
  setPostText,
  setRevisionStatus,
  takeFloor,
} from './publication-store.ts'

// All that happens when something is published, and not when it is sent, is done here: floors, counters, days, notices, pages. So is the
// way back, for what is deleted, refused or removed, and returns. The post is always held first.

/** Which pages show something else now. */
export interface PageChange {
  readonly tags: readonly PageTag[]
  /** Something has gone that nobody may see any more. */
  readonly hard: boolean
  /** Among others of the kind that come close upon each other: the first tag is the post's. */
  readonly calm?: boolean
}

const nothing: PageChange = { tags: [], hard: false }

/** Has the pages made anew, and the search; inside a transaction with its commit. */
export function tellPages(
  ctx: Pick<BackendContext, 'background' | 'clock' | 'config' | 'purge' | 'tx'>,
  { tags, hard, calm = false }: PageChange,
): void {
  const [first, ...rest] = tags
  if (first === undefined) return
  if (calm && !hard) afterCommit(() => purgeCalmly(ctx.purge, [first, ...rest]))
  else ctx.purge(tags, hard ? 'hard' : 'soft')
  afterCommit(() => refreshSearchLater(ctx))
}

/** Tags of the pages that show a post. */
export function postTags({ id, plateId, userId }: Pick<HeldPost, 'id' | 'plateId' | 'userId'>): PageTag[] {
  return [tagOf('post', id), tagOf('plate', plateId), tagOf('bbs-user', userId), tagOfAll('bbs')]
}

const changeOf = (post: HeldPost, hard: boolean): PageChange => ({ tags: postTags(post), hard })

const isShown = (row: { status: number; deletedAt: Date | null }): boolean =>
  row.status === PostStatus.published && row.deletedAt === null

async function changePost(trx: Database, postId: number, state: (post: HeldPost) => PostState | undefined) {
  const post = await holdPost(trx, postId)
  const next = post && state(post)
  if (!post || !next) return nothing
  const after = {
    status: next.status ?? post.status,
    deletedAt: next.deletedAt === undefined ? post.deletedAt : next.deletedAt,
  }
  const before = isShown(post)
  const publishedAt = post.publishedAt ?? next.publishedAt
  await setPostState(trx, postId, next)
  if (before !== isShown(after) && publishedAt) {
    await countInPlate(trx, post.plateId, before ? -1 : 1)
    await countDay(trx, { plateId: post.plateId, at: publishedAt, posts: before ? -1 : 1 })
  }
  return changeOf(post, before && !isShown(after))
}

/** Publishes a post that waits, was refused or was hidden: its plate counts it. A deleted one stays deleted. */
export async function publishPost(
  trx: Database,
  { postId, at }: { readonly postId: number; readonly at: Date },
): Promise<PageChange> {
  return changePost(trx, postId, (post) =>
    post.deletedAt === null && post.status !== PostStatus.published
      ? { status: PostStatus.published, ...(post.publishedAt === null ? { publishedAt: at } : {}) }
      : undefined,
  )
}

/** Takes a post out of sight: deleted by somebody, or else refused (`status`). The plate counts it no more. */
export async function unpublishPost(
  trx: Database,
  { postId, at, deletedBy, status = PostStatus.rejected }: Unpublishing & { readonly postId: number },
): Promise<PageChange> {
  return changePost(trx, postId, (post) => {
    if (post.deletedAt !== null) return undefined
    return deletedBy === undefined ? { status } : { deletedAt: at, deletedBy }
  })
}

interface Unpublishing {
  readonly at: Date
  readonly deletedBy?: number
  readonly status?: typeof PostStatus.rejected | typeof PostStatus.pending
}

/**
 * Brings a deleted post back as it was.
 * @public
 */
export async function restorePost(trx: Database, { postId }: { readonly postId: number }): Promise<PageChange> {
  return changePost(trx, postId, (post) => (post.deletedAt === null ? undefined : { deletedAt: null, deletedBy: null }))
}

/**
 * Puts a revision that waits in the place of its post's text; false when it waits no longer.
 * @public
 */
export async function publishRevision(
  trx: Database,
  { revisionId, at }: { readonly revisionId: number; readonly at: Date },
): Promise<PageChange | false> {
  const found = await findRevision(trx, revisionId)
  const post = found && (await holdPost(trx, found.postId))
  // read again: while the post wasn't held its author may have written another one over it
  const revision = post && (await findRevision(trx, revisionId))
  if (!post || !revision || post.deletedAt !== null) return false
  if (!(await setRevisionStatus(trx, revisionId, PostStatus.published))) return false
  await setPostText(trx, post.id, toPostText(revision.title, revision.contentHtml), at)
  return changeOf(post, false)
}

async function changeComment(
  trx: Database,
  commentId: number,
  state: (comment: HeldComment) => CommentState | undefined,
): Promise<{ change: PageChange; appeared: HeldComment | undefined }> {
  const none = { change: nothing, appeared: undefined }
  const postId = await postOfComment(trx, commentId)
  const post = postId === undefined ? undefined : await holdPost(trx, postId)
  const comment = post && (await holdComment(trx, commentId))
  const next = comment && state(comment)
  if (!post || !comment || !next) return none
  const after = {
    status: next.status ?? comment.status,
    deletedAt: next.deletedAt === undefined ? comment.deletedAt : next.deletedAt,
  }
  const before = isShown(comment)
  const appears = !before && isShown(after)
  const floor = appears && comment.floor === null ? await takeFloor(trx, post.id) : undefined
  const isFirst = floor !== undefined && next.publishedAt !== undefined
  const { publishedAt, ...rest } = next
  await setCommentState(trx, commentId, {
    ...rest,
    ...(floor === undefined ? {} : { floor }),
    ...(isFirst && publishedAt ? { publishedAt } : {}),
  })
  const change: PageChange = {
    tags: [...changeOf(post, false).tags, tagOf('bbs-user', comment.userId)],
    hard: before && !appears && !isShown(after),
    calm: true,
  }
  if (before === isShown(after))
    return { change: post.status === PostStatus.published ? change : nothing, appeared: undefined }
  const at = isFirst && publishedAt ? publishedAt : (comment.publishedAt ?? publishedAt)
  if (isFirst && publishedAt) await countOneComment(trx, post.id, publishedAt)
  else await countComments(trx, post.id)
  if (at) await countDay(trx, { plateId: post.plateId, at, comments: appears ? 1 : -1 })
  return { change, appeared: isFirst ? comment : undefined }
}

/**
 * Publishes a comment: it gets its floor, counters move, those whom it concerns are told.
 * @public
 */
export async function publishComment(
  trx: Database,
  { commentId, at }: { readonly commentId: number; readonly at: Date },
): Promise<PageChange> {
  const { change, appeared } = await changeComment(trx, commentId, (comment) =>
    comment.deletedAt === null && comment.status !== PostStatus.published
      ? { status: PostStatus.published, publishedAt: at }
      : undefined,
  )
  if (appeared) await insertNotices(trx, commentId)
  return change
}

/**
 * Takes a comment out of sight: deleted (its floor stays), or else refused (`status`).
 * @public
 */
export async function unpublishComment(
  trx: Database,
  { commentId, at, deletedBy, status = PostStatus.rejected }: Unpublishing & { readonly commentId: number },
): Promise<PageChange> {
  const { change } = await changeComment(trx, commentId, (comment) => {
    if (comment.deletedAt !== null) return undefined
    return deletedBy === undefined ? { status } : { deletedAt: at, deletedBy }
  })
  return change
}

/**
 * Brings a deleted comment back as it was, with its floor.
 * @public
 */
export async function restoreComment(
  trx: Database,
  { commentId }: { readonly commentId: number },
): Promise<PageChange> {
  const { change } = await changeComment(trx, commentId, (comment) =>
    comment.deletedAt === null ? undefined : { deletedAt: null, deletedBy: null },
  )
  return change
}
