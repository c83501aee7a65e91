import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { assertMaySpeak } from './ban-store.ts'
import type { PostText } from './publication-store.ts'

/**
 * Lets nothing else of this account be written, and nobody ban it, until the transaction ends; throws for who may not write: a real phone
 * is needed, and no ban. Deleting one's own isn't writing.
 */
export async function holdWriter(trx: Database, userId: number, now: Date): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('users.phoneIsReal')
    .where('users.id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user?.phoneIsReal) throw new ApiError(Code.Toast, '绑定手机号以后才能在社区发言')
  await assertMaySpeak(trx, userId, now)
}

/** Posts of an account that were published, up to three: who has fewer is new here. */
export async function countPublished(trx: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from
    (select 1 from forum_posts p where p.user_id = ${userId} and ${publishedPost('p')} limit 3) found`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface SentRow {
  id: number
  status: number
}

/** What was sent with this token before. */
export async function findPostByToken(trx: Database, userId: number, token: string): Promise<SentRow | undefined> {
  return trx
    .selectFrom('forumPosts')
    .select(['forumPosts.id', 'forumPosts.status'])
    .where('forumPosts.userId', '=', userId)
    .where('forumPosts.clientToken', '=', token)
    .executeTakeFirst()
}

/** Whether an account has a post, but `except`, with the same title and text that isn't deleted. */
export async function hasSamePost(
  trx: Database,
  { userId, textHash, except }: { userId: number; textHash: string; except?: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom('forumPosts')
    .select('forumPosts.id')
    .where('forumPosts.userId', '=', userId)
    .where('forumPosts.textHash', '=', textHash)
    .where('forumPosts.deletedAt', 'is', null)
    .where('forumPosts.id', '!=', except ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewPost extends PostText {
  readonly userId: number
  readonly plateId: number
  readonly clientToken: string | null
}

/** A post that waits. */
export async function insertPost(trx: Database, post: NewPost, now: Date): Promise<number> {
  const row = await trx
    .insertInto('forumPosts')
    .values({ ...post, status: PostStatus.pending, createdAt: now, activeAt: now, sentAt: now })
    .returning('forumPosts.id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface OwnPost {
  id: number
  plateId: number
  userId: number
  title: string
  contentHtml: string
  status: number
  textVersion: number
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: number | null
  createdAt: Date
  sentAt: Date | null
  plateOpen: boolean
}

/** A post for its author; deleted ones, too. `hold`: nobody else changes it until the transaction ends. */
export async function findOwnPost(
  db: Database,
  id: number,
  userId: number,
  hold = false,
): Promise<OwnPost | undefined> {
  const query = db
    .selectFrom('forumPosts')
    .innerJoin('forumPlates', 'forumPlates.id', 'forumPosts.plateId')
    .select(['forumPosts.id', 'forumPosts.plateId', 'forumPosts.userId', 'forumPosts.title', 'forumPosts.contentHtml'])
    .select(['forumPosts.status', 'forumPosts.textVersion', 'forumPosts.publishedAt', 'forumPosts.deletedAt'])
    .select(['forumPosts.deletedBy', 'forumPosts.createdAt', 'forumPosts.sentAt', 'forumPlates.enabled as plateOpen'])
    .where('forumPosts.id', '=', id)
    .where('forumPosts.userId', '=', userId)
  return (hold ? query.forUpdate('forumPosts') : query).executeTakeFirst()
}

export async function isOpenPlate(trx: Database, plateId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('forumPlates')
    .select('forumPlates.enabled')
    .where('forumPlates.id', '=', plateId)
    .executeTakeFirst()
  return row?.enabled ?? false
}

/** Another text for a post that isn't public: it waits again. */
export async function resendPost(
  trx: Database,
  postId: number,
  { plateId, ...text }: PostText & { readonly plateId: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({ ...text, plateId, status: PostStatus.pending, sentAt: now, textVersion: sql`text_version + 1` })
    .set({ version: sql`version + 1` })
    .where('forumPosts.id', '=', postId)
    .execute()
}

export interface Revision {
  id: number
  title: string
  contentHtml: string
  status: number
  createdAt: Date
}

/** The last edit of a post. */
export async function findLastRevision(db: Database, postId: number): Promise<Revision | undefined> {
  return db
    .selectFrom('forumPostRevisions')
    .select(['forumPostRevisions.id', 'forumPostRevisions.title', 'forumPostRevisions.contentHtml'])
    .select(['forumPostRevisions.status', 'forumPostRevisions.createdAt'])
    .where('forumPostRevisions.postId', '=', postId)
    .orderBy('forumPostRevisions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An edit of a public post that waits; it takes the place of one that waits already. The post is held. */
export async function putRevision(
  trx: Database,
  post: Pick<OwnPost, 'id' | 'textVersion'>,
  { title, contentHtml }: PostText,
  now: Date,
): Promise<void> {
  await dropWaitingRevision(trx, post.id)
  await trx
    .insertInto('forumPostRevisions')
    .values({
      postId: post.id,
      baseVersion: post.textVersion,
      title,
      contentHtml,
      status: PostStatus.pending,
      createdAt: now,
    })
    .execute()
  await trx
    .updateTable('forumPosts')
    .set({ textVersion: sql`text_version + 1` })
    .where('forumPosts.id', '=', post.id)
    .execute()
}

export async function dropWaitingRevision(trx: Database, postId: number): Promise<void> {
  await trx
    .deleteFrom('forumPostRevisions')
    .where('forumPostRevisions.postId', '=', postId)
    .where('forumPostRevisions.status', '=', PostStatus.pending)
    .execute()
}

/** For so long an author may bring back what they deleted. */
export const restoreMs = 7 * dayMs
const mostDeleted = 50

/** Posts that their author deleted after `since`, the last first. */
export async function listDeleted(
  db: Database,
  userId: number,
  since: Date,
): Promise<{ id: number; title: string; deletedAt: Date | null }[]> {
  return db
    .selectFrom('forumPosts')
    .select(['forumPosts.id', 'forumPosts.title', 'forumPosts.deletedAt'])
    .where('forumPosts.userId', '=', userId)
    .where('forumPosts.deletedBy', '=', userId)
    .where('forumPosts.deletedAt', '>', since)
    .orderBy('forumPosts.deletedAt', 'desc')
    .limit(mostDeleted)
    .execute()
}

/** The last decision on a text of this author. */
export async function findLastReview(
  db: Database,
  target: 'post' | 'revision' | 'comment',
  targetId: number,
): Promise<{ id: number; reason: string | null } | undefined> {
  return db
    .selectFrom('forumReviews')
    .select(['forumReviews.id', 'forumReviews.reason'])
    .where('forumReviews.target', '=', target)
    .where('forumReviews.targetId', '=', targetId)
    .where('forumReviews.result', '=', PostStatus.rejected)
    .orderBy('forumReviews.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
