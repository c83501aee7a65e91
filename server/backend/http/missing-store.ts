import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
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

export type PublishedKind = keyof typeof states

/** Whether a thing has had a public page that it has no more. */
export async function wasPublic(db: Database, kind: PublishedKind, id: number): Promise<boolean> {
  const { rows } = await sql`${states[kind]} and t.published_at is not null and t.id = ${id}`.execute(db)
  return rows.length > 0
}
