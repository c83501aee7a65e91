import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { PostStatus, ProductStatus, PublishStatus } from '#shared/contract/enums.ts'

const states = {
  // 2: hidden
  article: sql`select 1 from articles t where (t.deleted_at is not null or t.status = ${sql.lit(PublishStatus.hidden)})`,
  work: sql`select 1 from student_works t where (t.deleted_at is not null or t.status = ${sql.lit(PublishStatus.hidden)})`,
  // 2: off sale
  product: sql`select 1 from products t where (t.deleted_at is not null or t.status = ${sql.lit(ProductStatus.off)})`,
  // 1 has never been shown, 3 is rejected
  post: sql`select 1 from forum_posts t where t.status <> ${sql.lit(PostStatus.pending)} and (t.deleted_at is not null or t.status = ${sql.lit(PostStatus.rejected)})`,
} as const

/**
 * The error of a thing that has no public page: code 410 when it was public once and has been deleted or taken down, so
 * that search engines forget it, else code 404.
 */
export async function missing(db: Database, kind: keyof typeof states, id: number): Promise<ApiError> {
  const { rows } = await sql`${states[kind]} and t.published_at is not null and t.id = ${id}`.execute(db)
  return new ApiError(rows.length > 0 ? Code.Gone : Code.NotFound)
}
