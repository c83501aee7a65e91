import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { PostStatus } from '#shared/contract/enums.ts'
import { type AuthorColumns, authorColumns } from './post-store.ts'

/** One post with its plate and author. */
export interface PostRow extends AuthorColumns {
  id: number
  title: string
  contentHtml: string
  plateId: number
  plateName: string
  status: (typeof PostStatus)[keyof typeof PostStatus]
  createdAt: Date
  publishedAt: Date | null
  updatedAt: Date | null
  viewCount: string | number
  commentCount: number
  likeCount: number
  collectCount: number
  isTop: boolean
  isEssence: boolean
}

/** A post that isn't deleted; `closedToo`: of a plate that is closed as well. */
export async function findPost(db: Database, id: number, closedToo: boolean): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select p.id, p.title, p.content_html, p.plate_id, l.name as plate_name, p.status, p.created_at, p.published_at, p.updated_at, p.view_count, p.comment_count,
      p.like_count, p.collect_count, p.is_top, p.is_essence, ${authorColumns}
    from forum_posts p join forum_plates l on l.id = p.plate_id join users u on u.id = p.user_id
    where p.id = ${id} and p.deleted_at is null and (l.enabled or ${closedToo})`.execute(db)
  return rows[0]
}
