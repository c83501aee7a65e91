import { sql } from 'kysely'
import { type ArticleRow, toArticleCard } from '#server/backend/catalogue/colleges/college-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { published } from '#server/backend/db/predicates.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { ArticleCategory } from '#shared/contract/article.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import type { ArticleCard } from '#shared/contract/fields.ts'

/** The open categories in order, with how many published articles each has; one of them when asked. */
export async function listArticleCategories(db: Database, id?: number): Promise<ArticleCategory[]> {
  const { rows } = await sql<{ id: number; name: string; path: string | null; articleCount: number }>`
    select c.id, c.name, c.path, (
      select count(*) from (select 1 from articles a where a.category_id = c.id and ${published('a')}
        limit ${sql.lit(countLimit)}) f) as article_count
    from article_categories c where c.enabled and (${id ?? null}::bigint is null or c.id = ${id ?? null}::bigint) order by c.sort, c.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, path: row.path ?? '' }))
}

/** An open category by its path, or by its id. */
export async function findCategoryId(db: Database, word: string): Promise<number | undefined> {
  const id = /^[1-9]\d{0,15}$/.test(word) ? Number(word) : null
  const { rows } = await sql<{ id: number }>`
    select c.id from article_categories c where c.enabled and (c.path = ${word} or c.id = ${id}::bigint) order by (c.path = ${word}) desc nulls last limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** The ids of one page, newest first: an index scan that touches no other table. */
export async function listArticleIds(db: Database, categoryId: number | undefined, page: PageInput): Promise<number[]> {
  let query = db
    .selectFrom('articles')
    .select('articles.id')
    .where('articles.status', '=', sql.lit(PublishStatus.published))
    .where('articles.deletedAt', 'is', null)
  if (categoryId !== undefined) query = query.where('articles.categoryId', '=', categoryId)
  const rows = await query
    .orderBy('articles.publishedAt', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
  return rows.map((row) => row.id)
}

/** How many are published, counted up to `countLimit`. */
export async function countArticles(db: Database, categoryId: number | undefined): Promise<number> {
  let query = db
    .selectFrom('articles')
    .select('articles.id')
    .where('articles.status', '=', sql.lit(PublishStatus.published))
    .where('articles.deletedAt', 'is', null)
  if (categoryId !== undefined) query = query.where('articles.categoryId', '=', categoryId)
  const row = await db
    .selectFrom(query.limit(countLimit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

/** The cards of `ids` in their order; articles that aren't published are left out. */
export async function findArticleCards(
  db: Database,
  ids: readonly number[],
): Promise<(ArticleCard & { updateDate: number })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ArticleRow & { updatedAt: Date | null }>`
    select a.id, a.title, a.cover_img, a.summary, a.author, a.published_at, a.view_count, a.updated_at
    from articles a where a.id = any(${ids}::bigint[]) and ${published('a')}`.execute(db)
  return inOrder(rows, ids).map((row) => ({
    ...toArticleCard(row),
    updateDate: Math.max(row.publishedAt.getTime(), row.updatedAt?.getTime() ?? 0),
  }))
}

export interface FullArticle {
  id: number
  title: string
  summary: string | null
  coverImg: string | null
  author: string | null
  contentHtml: string
  status: number
  publishedAt: Date | null
  updatedAt: Date | null
  viewCount: number
  categoryId: number
  collegeId: number | null
  collegeName: string | null
  collegePath: string | null
}

/** One article in whatever state; undefined when it is deleted or never was. */
export async function findArticle(db: Database, id: number): Promise<FullArticle | undefined> {
  return db
    .selectFrom('articles')
    .leftJoin('colleges', (join) =>
      join.onRef('colleges.id', '=', 'articles.collegeId').on('colleges.enabled', '=', true),
    )
    .select([
      'articles.id',
      'articles.title',
      'articles.summary',
      'articles.coverImg',
      'articles.author',
      'articles.contentHtml',
      'articles.status',
      'articles.publishedAt',
      'articles.updatedAt',
      'articles.viewCount',
      'articles.categoryId',
      'colleges.id as collegeId',
      'colleges.name as collegeName',
      'colleges.path as collegePath',
    ])
    .where('articles.id', '=', id)
    .where('articles.deletedAt', 'is', null)
    .executeTakeFirst()
}

export interface Neighbours {
  prev: { id: number; title: string } | null
  next: { id: number; title: string } | null
}

/** The published articles that came out just before and just after a published one. */
export async function findArticleNeighbours(db: Database, id: number): Promise<Neighbours> {
  const { rows } = await sql<{ side: 'prev' | 'next'; id: number; title: string }>`
    with own as (select published_at, id from articles where id = ${id})
    (select 'prev' as side, a.id, a.title from articles a where ${published('a')}
      and (a.published_at, a.id) < (select published_at, id from own) order by a.published_at desc, a.id desc limit 1)
    union all
    (select 'next', a.id, a.title from articles a where ${published('a')}
      and (a.published_at, a.id) > (select published_at, id from own) order by a.published_at, a.id limit 1)`.execute(
    db,
  )
  const of = (side: 'prev' | 'next'): Neighbours['prev'] => {
    const row = rows.find((found) => found.side === side)
    return row ? { id: row.id, title: row.title } : null
  }
  return { prev: of('prev'), next: of('next') }
}

/** Counts one reading of a published article. */
export async function countArticleView(db: Database, id: number): Promise<void> {
  await db
    .updateTable('articles')
    .set({ viewCount: sql`view_count + 1` })
    .where('articles.id', '=', id)
    .where('articles.status', '=', sql.lit(PublishStatus.published))
    .where('articles.deletedAt', 'is', null)
    .execute()
}
