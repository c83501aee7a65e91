import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'

/** A text of the forum, whatever its state. */
export interface ForumText {
  postId: number
  plateId: number
  plateIsOpen: boolean
  authorId: number
  /** Of the post. */
  title: string
  content: string
  status: number
  /** The text's own. */
  deletedAt: Date | null
  removedAt: Date | null
  postStatus: number
  postDeletedAt: Date | null
  /** The comment that it answers. */
  parentId: number | null
}

const ofPost = sql`p.id as post_id, p.plate_id, l.enabled as plate_is_open, p.status as post_status, p.deleted_at as post_deleted_at`

export async function findText(db: Database, target: ForumTarget, id: number): Promise<ForumText | undefined> {
  const from = sql`join forum_plates l on l.id = p.plate_id`
  const statement =
    target === ForumTarget.comment
      ? sql<ForumText>`select ${ofPost}, c.user_id as author_id, p.title, c.content, c.status, c.deleted_at, c.removed_at, c.parent_id
          from forum_comments c join forum_posts p on p.id = c.post_id ${from} where c.id = ${id}`
      : target === ForumTarget.revision
        ? sql<ForumText>`select ${ofPost}, p.user_id as author_id, v.title, v.content_html as content, v.status, p.deleted_at, p.removed_at,
            null::bigint as parent_id from forum_post_revisions v join forum_posts p on p.id = v.post_id ${from} where v.id = ${id}`
        : sql<ForumText>`select ${ofPost}, p.user_id as author_id, p.title, p.content_html as content, p.status, p.deleted_at, p.removed_at,
            null::bigint as parent_id from forum_posts p ${from} where p.id = ${id}`
  return (await statement.execute(db)).rows[0]
}

/** Whether everybody sees a text. */
export function isShown(text: ForumText | undefined): text is ForumText {
  return (
    text?.status === PostStatus.published &&
    text.deletedAt === null &&
    text.postStatus === PostStatus.published &&
    text.postDeletedAt === null &&
    text.plateIsOpen
  )
}

/** Pictures of a comment, in their order; a post has its own in its text. */
export async function listCommentPictures(db: Database, commentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('forumCommentPictures')
    .select('forumCommentPictures.url')
    .where('forumCommentPictures.commentId', '=', commentId)
    .orderBy('forumCommentPictures.sort')
    .execute()
  return rows.map(({ url }) => url)
}

/** Says which words were seen: who decides about others than those that are there is told so. */
export function textKeyOf(target: ForumTarget, { title, content }: Pick<ForumText, 'title' | 'content'>): string {
  const text = target === ForumTarget.comment ? content : `${title}\n${content}`
  return createHash('sha256').update(text).digest('base64url')
}

/** Marks a text as taken down by the staff, or no longer. */
export async function setRemoved(trx: Database, target: ForumTarget, id: number, at: Date | null): Promise<void> {
  if (target === ForumTarget.comment)
    await trx.updateTable('forumComments').set({ removedAt: at }).where('forumComments.id', '=', id).execute()
  else await trx.updateTable('forumPosts').set({ removedAt: at }).where('forumPosts.id', '=', id).execute()
}

/** Makes a refused revision wait again, when nothing was sent after it and no other waits: sending it made the text's version one more. */
export async function revisionWaitsAgain(trx: Database, revisionId: number): Promise<boolean> {
  const { rows } =
    await sql`update forum_post_revisions v set status = ${sql.lit(PostStatus.pending)} from forum_posts p where v.id = ${revisionId} and v.status = ${sql.lit(PostStatus.rejected)}
    and p.id = v.post_id and p.text_version = v.base_version + 1
    and not exists (select 1 from forum_post_revisions o where o.post_id = v.post_id and o.status = ${sql.lit(PostStatus.pending)}) returning v.id`.execute(
      trx,
    )
  return rows.length > 0
}

/** Until when a removed post is answered as one that may come back; null: for nothing more. */
export async function mayComeBack(db: Database, postId: number, removedAfter: Date): Promise<boolean> {
  const { rows } =
    await sql`select 1 from forum_posts p where p.id = ${postId} and p.removed_at is not null and (p.removed_at > ${removedAfter}
    or exists (select 1 from forum_decisions d join forum_appeals a on a.decision_id = d.id
      where d.target = ${sql.lit(ForumTarget.post)} and d.target_id = p.id and a.decided_at is null))`.execute(db)
  return rows.length > 0
}

/** Puts a refused text back among its author's drafts, unless something else of theirs lies at that place. */
export async function keepAsDraft(
  trx: Database,
  {
    userId,
    place,
    title,
    content,
    pictures,
    postId,
    plateId,
    now,
  }: {
    userId: number
    place: string
    title: string
    content: string
    pictures: readonly string[]
    postId: number
    plateId: number
    now: Date
  },
): Promise<void> {
  await sql`insert into forum_drafts as d (user_id, place, plate_id, post_id, title, content, pictures, saved_at)
    values (${userId}, ${place}, ${plateId}, ${postId}, ${title}, ${content}, ${JSON.stringify(pictures.map((url) => ({ url, alt: '' })))}::jsonb, ${now})
    on conflict (user_id, place) do update set title = excluded.title, content = excluded.content, pictures = excluded.pictures,
      version = d.version + 1, saved_at = excluded.saved_at where d.title = '' and d.content = ''`.execute(trx)
}
