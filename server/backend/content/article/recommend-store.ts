import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onSale, published } from '#server/backend/db/predicates.ts'
import { LectureType } from '#shared/contract/enums.ts'

/** Only so many of the newest are weighed: an old article isn't news, and the work stays bounded. */
const weighed = 400

/**
 * Articles to read after one: those that staff chose for it, then of its category and college, of its category, of its
 * college, of any; each by how often they are read.
 */
export async function listRecommendedIds(
  db: Database,
  article: { id: number; categoryId: number; collegeId: number | null },
  limit: number,
): Promise<number[]> {
  const { id, categoryId, collegeId } = article
  const others = sql`${published('a')} and a.id <> ${id}`
  const { rows } = await sql<{ id: number }>`
    with candidates as (
      (select a.id, a.category_id, a.college_id, a.view_count from articles a where ${others} and a.category_id = ${categoryId}
        order by a.published_at desc, a.id desc limit ${weighed})
      union
      (select a.id, a.category_id, a.college_id, a.view_count from articles a where ${others} and a.college_id = ${collegeId}::bigint
        order by a.published_at desc, a.id desc limit ${weighed})
      union
      (select a.id, a.category_id, a.college_id, a.view_count from articles a where ${others}
        order by a.published_at desc, a.id desc limit ${weighed})
      union
      (select a.id, a.category_id, a.college_id, a.view_count from article_recommends r join articles a on a.id = r.ref_id
        where r.article_id = ${id} and r.kind = 'article' and ${published('a')}))
    select c.id from candidates c left join article_recommends r on r.article_id = ${id} and r.kind = 'article' and r.ref_id = c.id
    order by (r.ref_id is null), r.sort, (c.category_id = ${categoryId})::int * 2 + coalesce((c.college_id = ${collegeId}::bigint)::int, 0) desc,
      c.view_count desc, c.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** What is read most among the newest, of one category when asked. */
export async function listMostReadIds(db: Database, categoryId: number | undefined, limit: number): Promise<number[]> {
  const inCategory = categoryId === undefined ? sql`` : sql`and a.category_id = ${categoryId}`
  const { rows } = await sql<{ id: number }>`
    select c.id from (
      select a.id, a.view_count from articles a where ${published('a')} ${inCategory}
      order by a.published_at desc, a.id desc limit ${weighed}) c
    order by c.view_count desc, c.id desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Courses that go with an article: those that staff chose, then the most studied of its college, or of the school. */
export async function listRecommendedCourseIds(
  db: Database,
  article: { id: number; collegeId: number | null } | undefined,
  limit: number,
): Promise<number[]> {
  const offered = sql`${onSale('p')} and p.lecture_type <> ${sql.lit(LectureType.classSystem)}`
  const ofCollege = article?.collegeId == null ? sql`true` : sql`p.college_id = ${article.collegeId}`
  const { rows } = await sql<{ id: number }>`
    select p.id from (
      (select p.id, 0 as rank, r.sort, p.study_count from article_recommends r join products p on p.id = r.ref_id
        where r.article_id = ${article?.id ?? null}::bigint and r.kind = 'course' and ${offered})
      union all
      (select p.id, 1, 0, p.study_count from products p where ${offered} and ${ofCollege} order by p.study_count desc, p.id limit ${limit * 2})) p
    group by p.id order by min(p.rank), min(p.sort), max(p.study_count) desc, p.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
