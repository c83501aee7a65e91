import { sql } from 'kysely'
import { toArticleCard } from '#server/backend/catalogue/colleges/college-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published } from '#server/backend/db/predicates.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { ArticleCard } from '#shared/contract/fields.ts'

/** Colleges that have class systems on sale: the tabs of the home page's module. */
export async function listClassSystemColleges(db: Database): Promise<{ id: number; name: string; path: string }[]> {
  const { rows } = await sql<{ id: number; name: string; path: string }>`
    select c.id, c.name, c.path from colleges c
    where c.enabled and exists (
      select 1 from products p where p.college_id = c.id and p.lecture_type = ${sql.lit(LectureType.classSystem)} and ${onSale('p')})
    order by c.sort, c.id`.execute(db)
  return rows
}

export interface CategoryArticles {
  category: { id: number; name: string; path: string | null }
  articles: ArticleCard[]
}

/** The newest `each` articles of every category that has any. */
export async function listArticlesByCategory(db: Database, each: number): Promise<CategoryArticles[]> {
  type Row = Parameters<typeof toArticleCard>[0] & {
    categoryId: number
    categoryName: string
    categoryPath: string | null
  }
  const { rows } = await sql<Row>`
    select c.id as category_id, c.name as category_name, c.path as category_path,
      n.id, n.title, n.cover_img, n.summary, n.author, n.published_at, n.view_count
    from article_categories c
    join lateral (
      select a.id, a.title, a.cover_img, a.summary, a.author, a.published_at, a.view_count from articles a
      where a.category_id = c.id and ${published('a')} order by a.published_at desc, a.id desc limit ${each}) n on true
    where c.enabled order by c.sort, c.id, n.published_at desc, n.id desc`.execute(db)
  const groups = new Map<number, CategoryArticles>()
  for (const row of rows) {
    const group = groups.get(row.categoryId) ?? {
      category: { id: row.categoryId, name: row.categoryName, path: row.categoryPath },
      articles: [],
    }
    group.articles.push(toArticleCard(row))
    groups.set(row.categoryId, group)
  }
  return [...groups.values()]
}
