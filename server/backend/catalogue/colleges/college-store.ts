import { sql } from 'kysely'
import { toTeacher } from '#server/backend/catalogue/course/product-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import { onSale, published } from '#server/backend/db/predicates.ts'
import type { College, LearnDirection } from '#shared/contract/college.ts'
import { LectureType, ModulePosition, PublishStatus } from '#shared/contract/enums.ts'
import type { ArticleCard, Teacher, WorkCard } from '#shared/contract/fields.ts'
import type { Advantage, ModuleEntry, NavigationItem } from '#shared/contract/home.ts'

interface CollegeRow extends Omit<College, 'smallTitle' | 'intro' | 'coverImg'> {
  smallTitle: string | null
  intro: string | null
  coverImg: string | null
}

/** The colleges in order, or the one at `path`. */
export async function listColleges(db: Database, path?: string): Promise<College[]> {
  const { rows } = await sql<CollegeRow>`
    select c.id, c.name, c.path, c.small_title, c.intro, c.cover_img, c.autoplay,
      (select count(*) from products p where p.college_id = c.id and ${onSale('p')} and p.lecture_type <> ${sql.lit(LectureType.classSystem)}) as course_count
    from colleges c where c.enabled and (${path ?? null}::text is null or c.path = ${path ?? null}::text) order by c.sort, c.id`.execute(
    db,
  )
  return rows.map((row) => ({
    ...row,
    smallTitle: row.smallTitle ?? '',
    intro: row.intro ?? '',
    coverImg: row.coverImg ?? '',
  }))
}

/** Modules of a college's page, or of the home page (null). */
export async function listModules(db: Database, collegeId: number | null): Promise<ModuleEntry[]> {
  const rows = await db
    .selectFrom('modules')
    .select(['modules.type', 'modules.title', 'modules.subTitle', 'modules.sort'])
    .where('modules.enabled', '=', true)
    .where('modules.collegeId', collegeId === null ? 'is' : '=', collegeId)
    .orderBy('modules.sort')
    .orderBy('modules.type')
    .execute()
  return rows.map((row) => ({ ...row, title: row.title ?? '', subTitle: row.subTitle ?? '' }))
}

/** An entry of a module: every text '' where it has none. */
export interface ModuleItem {
  title: string
  subTitle: string
  content: string
  img: string
  url: string
}

/** A module by its place: on a college's page, or on the home page (null). */
interface ModulePlace {
  readonly collegeId: number | null
  readonly type: number
}

type ModuleItemRow = { [K in keyof ModuleItem]: ModuleItem[K] | null } & { place: number }

async function selectModuleItems(db: Database, places: readonly ModulePlace[]): Promise<ModuleItem[][]> {
  const { rows } = await sql<ModuleItemRow>`${onePlan}
    select w.place, i.title, i.sub_title, i.content, i.img, i.url
    from unnest(${places.map(({ collegeId }) => collegeId)}::bigint[], ${places.map(({ type }) => type)}::int[]) with ordinality w(college_id, type, place)
    join modules m on m.enabled and m.type = w.type and m.college_id is not distinct from w.college_id
    join module_items i on i.module_id = m.id and i.enabled
    order by w.place, i.sort, i.id`.execute(db)
  const items: ModuleItem[][] = places.map(() => [])
  for (const { place, title, subTitle, content, img, url } of rows)
    items[place - 1]?.push({
      title: title ?? '',
      subTitle: subTitle ?? '',
      content: content ?? '',
      img: img ?? '',
      url: url ?? '',
    })
  return items
}

/** The entries of one module of a college's page, or of the home page (null). A page asks for several at once: they come in one statement. */
export function listModuleItems(db: Database, collegeId: number | null, type: number): Promise<ModuleItem[]> {
  return gathered(db, 'module items', { collegeId, type }, (places) => selectModuleItems(db, places))
}

export function toNavigationItem(item: ModuleItem): NavigationItem {
  return { icon: item.img, name: item.title, url: item.url, note: item.subTitle }
}

export function toAdvantage(item: ModuleItem): Advantage {
  return { icon: item.img || null, title: item.title, content: item.content }
}

/** The class-system module's own sub title, else the college's. */
export async function findSmallTitle(db: Database, collegeId: number, moduleType: number): Promise<string> {
  const row = await db
    .selectFrom('colleges')
    .leftJoin('modules', (join) =>
      join.onRef('modules.collegeId', '=', 'colleges.id').on('modules.type', '=', moduleType),
    )
    .select(({ fn }) => fn.coalesce('modules.subTitle', 'colleges.smallTitle').as('smallTitle'))
    .where('colleges.id', '=', collegeId)
    .executeTakeFirst()
  return row?.smallTitle ?? ''
}

/** Teachers shown in 名师风采 of a college, or of the school. */
export async function listElegantTeachers(
  db: Database,
  collegeId: number | undefined,
  limit: number,
): Promise<Teacher[]> {
  let query = db
    .selectFrom('teachers')
    .select(['teachers.id', 'teachers.name', 'teachers.headImg', 'teachers.title', 'teachers.intro'])
    .where('teachers.isElegant', '=', true)
  if (collegeId !== undefined) {
    query = query.where('teachers.id', 'in', (eb) =>
      eb
        .selectFrom('collegeTeachers')
        .select('collegeTeachers.teacherId')
        .where('collegeTeachers.collegeId', '=', collegeId),
    )
  }
  const rows = await query.orderBy('teachers.sort').orderBy('teachers.id').limit(limit).execute()
  return rows.map(toTeacher)
}

export async function listDirections(db: Database, collegeId: number): Promise<LearnDirection[]> {
  const { rows } = await sql<{
    id: number
    name: string
    img: string | null
    url: string | null
    note: string | null
    courseCount: number
  }>`
    select d.id, d.name, d.img, d.url, d.note, (
      select count(*) from products p where p.learn_id = d.course_type_id and ${onSale('p')} and p.lecture_type <> ${sql.lit(LectureType.classSystem)}) as course_count
    from learn_directions d where d.college_id = ${collegeId} order by d.sort, d.id`.execute(db)
  return rows.map((row) => ({ ...row, img: row.img ?? '', url: row.url ?? '', note: row.note ?? '' }))
}

/** The newest published student works of a college, or of the school. */
export async function listWorks(db: Database, collegeId: number | undefined, limit: number): Promise<WorkCard[]> {
  let query = db
    .selectFrom('studentWorks')
    .select(({ ref }) => [
      'studentWorks.id',
      'studentWorks.title',
      'studentWorks.coverImg',
      'studentWorks.coverWidth',
      'studentWorks.coverHeight',
      'studentWorks.authorName',
      sql<string>`coalesce(${ref('studentWorks.intro')}, '')`.as('intro'),
      'studentWorks.teacherComment',
      'studentWorks.collegeId',
      'studentWorks.categoryId',
    ])
    .where('studentWorks.status', '=', sql.lit(PublishStatus.published))
    .where('studentWorks.deletedAt', 'is', null)
  if (collegeId !== undefined) query = query.where('studentWorks.collegeId', '=', collegeId)
  return query.orderBy('studentWorks.publishedAt', 'desc').orderBy('studentWorks.id', 'desc').limit(limit).execute()
}

export interface ArticleRow {
  id: number
  title: string
  coverImg: string | null
  summary: string | null
  author: string | null
  publishedAt: Date
  viewCount: number
}

export function toArticleCard(row: ArticleRow): ArticleCard {
  return {
    id: row.id,
    title: row.title,
    coverImg: row.coverImg ?? '',
    summary: row.summary ?? '',
    author: row.author ?? '',
    publishDate: row.publishedAt.getTime(),
    views: row.viewCount,
  }
}

/** Paths of the article categories that stand in a module of their own; all others stand in the module of articles. */
const moduleCategories: Readonly<Record<number, readonly string[]>> = {
  [ModulePosition.materialInfo]: ['materials', 'tools'],
  [ModulePosition.sourceMaterial]: ['sources'],
}

/** SQL: whether an article of category `c` belongs to the module; no two modules have an article in common. */
function belongsTo(moduleType: number | undefined) {
  if (moduleType === undefined) return sql<boolean>`true`
  const own = moduleCategories[moduleType]
  if (own) return sql<boolean>`c.path = any(${own}::text[])`
  return sql<boolean>`(c.path is null or c.path <> all(${Object.values(moduleCategories).flat()}::text[]))`
}

/** The newest articles of a college, of one module when asked; where it has few, articles of no college fill up. */
export async function listCollegeArticles(
  db: Database,
  scope: { collegeId: number; type?: number | undefined },
  limit: number,
): Promise<ArticleCard[]> {
  const { rows } = await sql<ArticleRow>`
    select a.id, a.title, a.cover_img, a.summary, a.author, a.published_at, a.view_count
    from articles a join article_categories c on c.id = a.category_id
    where ${published('a')} and (a.college_id = ${scope.collegeId} or a.college_id is null) and ${belongsTo(scope.type)}
    order by (a.college_id is null), a.published_at desc, a.id desc limit ${limit}`.execute(db)
  return rows.map(toArticleCard)
}
