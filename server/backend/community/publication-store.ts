import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, publishedPost } from '#server/backend/db/predicates.ts'
import { PostStatus } from '#shared/contract/enums.ts'

export interface HeldPost {
  id: number
  plateId: number
  userId: number
  status: number
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: number | null
}

/** A post that nobody else changes until the transaction ends; deleted ones, too. */
export async function holdPost(trx: Database, postId: number): Promise<HeldPost | undefined> {
  return trx
    .selectFrom('forumPosts')
    .select(['forumPosts.id', 'forumPosts.plateId', 'forumPosts.userId', 'forumPosts.status'])
    .select(['forumPosts.publishedAt', 'forumPosts.deletedAt', 'forumPosts.deletedBy'])
    .where('forumPosts.id', '=', postId)
    .forUpdate()
    .executeTakeFirst()
}

/** A post whose state nobody changes until the transaction ends; others may hold it the same way. */
export async function keepPost(trx: Database, postId: number): Promise<void> {
  await sql`select 1 from forum_posts where id = ${postId} for share`.execute(trx)
}

export interface PostState {
  readonly status?: number
  readonly deletedAt?: Date | null
  readonly deletedBy?: number | null
  /** Given with the first publication. */
  readonly publishedAt?: Date
}

export async function setPostState(trx: Database, postId: number, { publishedAt, ...state }: PostState): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({
      version: sql`version + 1`,
      ...state,
      ...(publishedAt ? { publishedAt, activeAt: publishedAt } : {}),
      ...(state.status === undefined ? {} : { sentAt: null }),
    })
    .where('forumPosts.id', '=', postId)
    .execute()
}

interface DayCount {
  readonly plateId: number
  /** The moment of publication. */
  readonly at: Date
  readonly posts?: 1 | -1
  readonly comments?: 1 | -1
}

/** Moves what a plate has written on a day, in Shanghai. */
export async function countDay(trx: Database, { plateId, at, posts = 1, comments }: DayCount): Promise<void> {
  const change = comments === undefined ? { posts, comments: 0 } : { posts: 0, comments }
  await sql`insert into forum_day_counts as d (plate_id, day, posts, comments)
    values (${plateId}, ${shanghaiDay(at.getTime())}::date, greatest(${change.posts}::int, 0), greatest(${change.comments}::int, 0))
    on conflict (plate_id, day) do update set posts = greatest(d.posts + ${change.posts}::int, 0), comments = greatest(d.comments + ${change.comments}::int, 0)`.execute(
    trx,
  )
}

export async function countInPlate(trx: Database, plateId: number, by: 1 | -1): Promise<void> {
  await sql`update forum_plates set post_count = greatest(post_count + ${by}::int, 0) where id = ${plateId}`.execute(
    trx,
  )
}

export interface HeldComment {
  id: number
  postId: number
  userId: number
  status: number
  floor: number | null
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: number | null
}

/** A comment that nobody else changes until the transaction ends. Its post is held before it, as everywhere. */
export async function holdComment(trx: Database, commentId: number): Promise<HeldComment | undefined> {
  return trx
    .selectFrom('forumComments')
    .select(['forumComments.id', 'forumComments.postId', 'forumComments.userId', 'forumComments.status'])
    .select(['forumComments.floor', 'forumComments.deletedBy'])
    .select((eb) => eb.fn.coalesce('forumComments.publishedAt', 'forumComments.createdAt').as('publishedAt'))
    .select('forumComments.deletedAt')
    .where('forumComments.id', '=', commentId)
    .forUpdate()
    .executeTakeFirst()
}

export async function postOfComment(db: Database, commentId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('forumComments')
    .select('forumComments.postId')
    .where('forumComments.id', '=', commentId)
    .executeTakeFirst()
  return row?.postId
}

/** The next floor of a post, which is held. */
export async function takeFloor(trx: Database, postId: number): Promise<number> {
  const row = await trx
    .updateTable('forumPosts')
    .set({ lastFloor: sql`last_floor + 1` })
    .where('forumPosts.id', '=', postId)
    .returning('forumPosts.lastFloor')
    .executeTakeFirstOrThrow()
  return row.lastFloor
}

export interface CommentState {
  readonly status?: number
  readonly deletedAt?: Date | null
  readonly deletedBy?: number | null
  readonly floor?: number
  readonly publishedAt?: Date
}

export async function setCommentState(trx: Database, commentId: number, state: CommentState): Promise<void> {
  await trx.updateTable('forumComments').set(state).where('forumComments.id', '=', commentId).execute()
}

/** Comments of a post and when it was last answered, as what is published says. */
export async function countComments(trx: Database, postId: number): Promise<void> {
  await sql`update forum_posts p set comment_count = c.total, last_reply_at = c.last_at,
      active_at = greatest(coalesce(c.last_at, p.published_at, p.created_at), coalesce(p.published_at, p.created_at))
    from (select count(*)::int as total, max(coalesce(c.published_at, c.created_at)) as last_at from forum_comments c
      where c.post_id = ${postId} and ${publishedPost('c')}) c where p.id = ${postId}`.execute(trx)
}

/** One comment more that was just published. */
export async function countOneComment(trx: Database, postId: number, at: Date): Promise<void> {
  await sql`update forum_posts set comment_count = comment_count + 1, last_reply_at = greatest(last_reply_at, ${at}::timestamptz),
    active_at = greatest(active_at, ${at}::timestamptz) where id = ${postId}`.execute(trx)
}

/** Tells each person whom a comment concerns, once, by the nearest reason: answered, cited, called by name, or the post is theirs. */
export async function insertNotices(trx: Database, commentId: number): Promise<void> {
  await sql`
    insert into forum_comment_notices (comment_id, user_id, reason)
    select c.id, r.user_id, (array_agg(r.reason order by r.nearness))[1] from forum_comments c
    cross join lateral (
      select a.user_id, 2 as reason, 1 as nearness from forum_comments a where a.id = c.parent_id and ${publishedPost('a')}
      union all select q.user_id, 3, 2 from forum_comments q where q.id = c.quote_id and ${publishedPost('q')}
      union all select m.user_id, 4, 3 from forum_mentions m where m.comment_id = c.id
      union all select p.user_id, 1, 4 from forum_posts p where p.id = c.post_id) r
    join users u on u.id = r.user_id and ${activeAccount('u')}
    where c.id = ${commentId} and r.user_id <> c.user_id group by c.id, r.user_id
    on conflict (comment_id, user_id) do nothing`.execute(trx)
}

export interface HeldRevision {
  id: number
  postId: number
  title: string
  contentHtml: string
  status: number
}

export async function findRevision(trx: Database, revisionId: number): Promise<HeldRevision | undefined> {
  return trx
    .selectFrom('forumPostRevisions')
    .select(['forumPostRevisions.id', 'forumPostRevisions.postId', 'forumPostRevisions.title'])
    .select(['forumPostRevisions.contentHtml', 'forumPostRevisions.status'])
    .where('forumPostRevisions.id', '=', revisionId)
    .executeTakeFirst()
}

/** Decides a revision that waits; false when it no longer does. */
export async function setRevisionStatus(
  trx: Database,
  revisionId: number,
  status: typeof PostStatus.published | typeof PostStatus.rejected,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('forumPostRevisions')
    .set({ status })
    .where('forumPostRevisions.id', '=', revisionId)
    .where('forumPostRevisions.status', '=', PostStatus.pending)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface PostText {
  readonly title: string
  readonly contentHtml: string
  readonly summary: string
  readonly coverImg: string | null
  readonly textHash: string
}

/** Puts another text in the place of a post's. */
export async function setPostText(trx: Database, postId: number, text: PostText, at: Date): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({ ...text, textVersion: sql`text_version + 1`, version: sql`version + 1`, updatedAt: at })
    .where('forumPosts.id', '=', postId)
    .execute()
}

/** What staff set of a post that isn't deleted, which is held until the transaction ends. */
export async function findMarks(trx: Database, postId: number) {
  return trx
    .selectFrom('forumPosts')
    .select([
      'forumPosts.plateId',
      'forumPosts.userId',
      'forumPosts.status',
      'forumPosts.isTop',
      'forumPosts.isEssence',
    ])
    .where('forumPosts.id', '=', postId)
    .where('forumPosts.deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function setMarks(
  trx: Database,
  postId: number,
  marks: { readonly isTop: boolean; readonly isEssence: boolean },
): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({ ...marks, version: sql`version + 1` })
    .where('forumPosts.id', '=', postId)
    .execute()
}
