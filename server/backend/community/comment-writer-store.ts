import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, publishedPost } from '#server/backend/db/predicates.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { SentRow } from './writer-store.ts'

/** The post that is answered: public, in an open plate. */
export async function findOpenPost(db: Database, id: number): Promise<{ id: number; plateId: number } | undefined> {
  const { rows } = await sql<{ id: number; plateId: number }>`select p.id, p.plate_id from forum_posts p
    join forum_plates l on l.id = p.plate_id and l.enabled where p.id = ${id} and ${publishedPost('p')}`.execute(db)
  return rows[0]
}

/** Whether a post was public and is gone: refused, removed or deleted. */
export async function findCommentByToken(trx: Database, userId: number, token: string): Promise<SentRow | undefined> {
  return trx
    .selectFrom('forumComments')
    .select(['forumComments.id', 'forumComments.status'])
    .where('forumComments.userId', '=', userId)
    .where('forumComments.clientToken', '=', token)
    .executeTakeFirst()
}

/** A comment of a post that may be answered or cited, or undefined. */
export async function findShownComment(
  trx: Database,
  postId: number,
  id: number,
): Promise<{ id: number; rootId: number | null } | undefined> {
  const { rows } = await sql<{ id: number; rootId: number | null }>`
    select c.id, c.root_id from forum_comments c where c.id = ${id} and c.post_id = ${postId} and ${publishedPost('c')}`.execute(
    trx,
  )
  return rows[0]
}

/** Whether the author said the same in this post since `since`, or the same long text anywhere. */
export async function hasSameComment(
  trx: Database,
  { userId, postId, textHash, isLong, except }: SameComment,
  since: Date,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from forum_comments where user_id = ${userId} and text_hash = ${textHash} and deleted_at is null
    and created_at > ${since} and id <> ${except ?? 0} and (${isLong} or post_id = ${postId}) limit 1`.execute(trx)
  return rows.length > 0
}

interface SameComment {
  readonly userId: number
  readonly postId: number
  readonly textHash: string
  readonly isLong: boolean
  readonly except?: number
}

/** Those of `ids` that have to do with a post: its author, and who has answered in it. */
export async function listPeople(
  db: Database,
  postId: number,
  { text = '', ids, most }: { text?: string; ids?: readonly number[]; most: number },
): Promise<{ id: number; nickname: string; headImg: string | null }[]> {
  const { rows } = await sql<{ id: number; nickname: string; headImg: string | null }>`
    select u.id, u.nickname, u.head_img from users u where ${activeAccount('u')}
      and (${ids ? [...ids] : null}::bigint[] is null or u.id = any(${ids ? [...ids] : []}::bigint[]))
      and (${text} = '' or strpos(lower(u.nickname), lower(${text})) > 0)
      and u.id in (select p.user_id from forum_posts p where p.id = ${postId}
        union select c.user_id from (select c.user_id from forum_comments c where c.post_id = ${postId} and ${publishedPost('c')} order by c.floor desc limit 1000) c)
    order by u.nickname, u.id limit ${most}`.execute(db)
  return rows
}

export interface NewComment {
  readonly postId: number
  readonly userId: number
  readonly parentId: number | null
  readonly rootId: number | null
  readonly quoteId: number | null
  readonly content: string
  readonly textHash: string
  readonly clientToken: string | null
}

export interface CommentPicture {
  url: string
  alt: string
}

/** A comment that waits; it has no floor. */
export async function insertComment(
  trx: Database,
  comment: NewComment,
  { pictures, mentionIds, now }: { pictures: readonly CommentPicture[]; mentionIds: readonly number[]; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('forumComments')
    .values({ ...comment, floor: null, status: PostStatus.pending, createdAt: now, sentAt: now })
    .returning('forumComments.id')
    .executeTakeFirstOrThrow()
  await putPictures(trx, id, pictures)
  if (mentionIds.length > 0)
    await trx
      .insertInto('forumMentions')
      .values(mentionIds.map((userId) => ({ commentId: id, userId })))
      .execute()
  return id
}

async function putPictures(trx: Database, commentId: number, pictures: readonly CommentPicture[]): Promise<void> {
  await trx.deleteFrom('forumCommentPictures').where('forumCommentPictures.commentId', '=', commentId).execute()
  if (pictures.length === 0) return
  await trx
    .insertInto('forumCommentPictures')
    .values(pictures.map((picture, index) => ({ ...picture, commentId, sort: index + 1 })))
    .execute()
}

export interface OwnCommentRow {
  id: number
  postId: number
  plateId: number
  status: number
  textVersion: number
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: number | null
  isAnswered: boolean
  postShown: boolean
}

/** A comment for its author. */
export async function findOwnComment(db: Database, id: number, userId: number): Promise<OwnCommentRow | undefined> {
  const { rows } = await sql<OwnCommentRow>`
    select c.id, c.post_id, p.plate_id, c.status, c.text_version, c.published_at, c.deleted_at, c.deleted_by,
      exists (select 1 from forum_comments k where k.parent_id = c.id and ${publishedPost('k')}) as is_answered,
      (${publishedPost('p')} and l.enabled) as post_shown
    from forum_comments c join forum_posts p on p.id = c.post_id join forum_plates l on l.id = p.plate_id
    where c.id = ${id} and c.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** Another text for one's own comment, over the version that was read; false when that isn't the last one. */
export async function setCommentText(
  trx: Database,
  { id, version, content, textHash }: { id: number; version: number; content: string; textHash: string },
  { pictures, isPublic, now }: { pictures: readonly CommentPicture[]; isPublic: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('forumComments')
    .set({ content, textHash, textVersion: sql`text_version + 1` })
    .set(isPublic ? { editedAt: now } : { sentAt: now })
    .where('forumComments.id', '=', id)
    .where('forumComments.textVersion', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await putPictures(trx, id, pictures)
  return true
}

/** Puts a comment that was refused back among those that wait. */
export async function setCommentWaiting(trx: Database, id: number): Promise<void> {
  await trx
    .updateTable('forumComments')
    .set({ status: PostStatus.pending })
    .where('forumComments.id', '=', id)
    .where('forumComments.status', '=', PostStatus.rejected)
    .execute()
}
