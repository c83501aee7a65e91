import { sql, type Updateable } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { published } from '#server/backend/db/predicates.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { countLimit, inOrder, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import type { WorkCard } from '#shared/contract/fields.ts'
import type { WorkCategory, WorkMedia } from '#shared/contract/work.ts'

export interface WorkFilter {
  readonly collegeId?: number | undefined
  readonly categoryId?: number | undefined
}

function publishedWorks(db: Database, { collegeId, categoryId }: WorkFilter) {
  let query = db
    .selectFrom('studentWorks')
    .select('studentWorks.id')
    .where('studentWorks.status', '=', sql.lit(PublishStatus.published))
    .where('studentWorks.deletedAt', 'is', null)
  if (collegeId !== undefined) query = query.where('studentWorks.collegeId', '=', collegeId)
  if (categoryId !== undefined) query = query.where('studentWorks.categoryId', '=', categoryId)
  return query
}

/** The ids of one page, newest first: an index scan that touches no other table. */
export async function listWorkIds(db: Database, filter: WorkFilter, page: PageInput): Promise<number[]> {
  const rows = await publishedWorks(db, filter)
    .orderBy('studentWorks.publishedAt', 'desc')
    .orderBy('studentWorks.id', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
  return rows.map((row) => row.id)
}

/** How many are published, counted up to `countLimit`. */
export async function countWorks(db: Database, filter: WorkFilter): Promise<number> {
  const row = await db
    .selectFrom(publishedWorks(db, filter).limit(countLimit).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

/** The cards of `ids` in their order; works that aren't published are left out. */
export async function findWorkCards(
  db: Database,
  ids: readonly number[],
): Promise<(WorkCard & { updateDate: number })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WorkCard & { changedAt: Date }>`
    select greatest(w.published_at, w.updated_at) as changed_at, w.id, w.title, w.cover_img, w.cover_width, w.cover_height, w.author_name, coalesce(w.intro, '') as intro, w.teacher_comment, w.college_id, w.category_id
    from student_works w where w.id = any(${ids}::bigint[]) and ${published('w')}`.execute(db)
  return inOrder(rows, ids).map(({ changedAt, ...card }) => ({ ...card, updateDate: changedAt.getTime() }))
}

export interface FullWork {
  id: number
  title: string
  intro: string | null
  authorName: string
  coverImg: string
  coverWidth: number
  coverHeight: number
  teacherComment: string | null
  publishedAt: Date | null
  viewCount: number
  collegeId: number
  collegeName: string
  collegePath: string
  categoryId: number
  categoryName: string
}

/** A published work; undefined for every other. */
export async function findWork(db: Database, id: number): Promise<FullWork | undefined> {
  const { rows } = await sql<FullWork>`
    select w.id, w.title, w.intro, w.author_name, w.cover_img, w.cover_width, w.cover_height, w.teacher_comment, w.published_at, w.view_count,
      c.id as college_id, c.name as college_name, c.path as college_path, k.id as category_id, k.name as category_name
    from student_works w join colleges c on c.id = w.college_id join work_categories k on k.id = w.category_id
    where w.id = ${id} and ${published('w')} and c.enabled`.execute(db)
  return rows[0]
}

/** What there is to look at or listen to, in order; the cover when nothing else was handed in. */
export async function listWorkMedia(db: Database, work: FullWork): Promise<WorkMedia[]> {
  const rows = await db
    .selectFrom('studentWorkImages')
    .selectAll()
    .where('studentWorkImages.workId', '=', work.id)
    .orderBy('studentWorkImages.sort')
    .execute()
  const media = rows.map(
    (row): WorkMedia => ({
      kind: row.kind,
      url: row.url,
      thumbnail: row.thumbnail ?? (row.kind === 'image' ? row.url : work.coverImg),
      width: row.width ?? work.coverWidth,
      height: row.height ?? work.coverHeight,
      caption: row.caption,
    }),
  )
  const cover: WorkMedia = {
    kind: 'image',
    url: work.coverImg,
    thumbnail: work.coverImg,
    width: work.coverWidth,
    height: work.coverHeight,
    caption: '',
  }
  return media.length > 0 ? media : [cover]
}

export interface WorkNeighbours {
  prev: { id: number; title: string } | null
  next: { id: number; title: string } | null
}

/** The published works that came out just before and just after. */
export async function findWorkNeighbours(db: Database, id: number): Promise<WorkNeighbours> {
  const { rows } = await sql<{ side: 'prev' | 'next'; id: number; title: string }>`
    with own as (select published_at, id from student_works where id = ${id})
    (select 'prev' as side, w.id, w.title from student_works w where ${published('w')}
      and (w.published_at, w.id) < (select published_at, id from own) order by w.published_at desc, w.id desc limit 1)
    union all
    (select 'next', w.id, w.title from student_works w where ${published('w')}
      and (w.published_at, w.id) > (select published_at, id from own) order by w.published_at, w.id limit 1)`.execute(
    db,
  )
  const of = (side: 'prev' | 'next'): WorkNeighbours['prev'] => {
    const row = rows.find((found) => found.side === side)
    return row ? { id: row.id, title: row.title } : null
  }
  return { prev: of('prev'), next: of('next') }
}

/** Others of the same category that came out last before this one, and the newest where there are none before. */
export async function listRelatedWorkIds(db: Database, work: FullWork, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    (select w.id, 0 as part, w.published_at from student_works w where ${published('w')} and w.college_id = ${work.collegeId}
      and w.category_id = ${work.categoryId} and (w.published_at, w.id) < (select published_at, id from student_works where id = ${work.id})
      order by w.published_at desc, w.id desc limit ${limit})
    union all
    (select w.id, 1, w.published_at from student_works w where ${published('w')} and w.college_id = ${work.collegeId}
      and w.category_id = ${work.categoryId} and (w.published_at, w.id) > (select published_at, id from student_works where id = ${work.id})
      order by w.published_at desc, w.id desc limit ${limit})
    order by part, published_at desc limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Categories in order, of one college when asked, with how many published works each has. */
export async function listWorkCategories(db: Database, collegeId: number | undefined): Promise<WorkCategory[]> {
  const { rows } = await sql<WorkCategory>`
    select k.id, k.name, k.college_id, (
      select count(*) from (select 1 from student_works w where w.college_id = k.college_id and w.category_id = k.id and w.status = ${sql.lit(PublishStatus.published)}
        and w.deleted_at is null limit ${sql.lit(countLimit)}) f) as work_count
    from work_categories k join colleges c on c.id = k.college_id and c.enabled
    where ${collegeId ?? null}::bigint is null or k.college_id = ${collegeId ?? null}::bigint
    order by c.sort, c.id, k.sort, k.id`.execute(db)
  return rows
}

/** Counts one look at a published work. */
export async function countWorkView(db: Database, id: number): Promise<void> {
  await db
    .updateTable('studentWorks')
    .set({ viewCount: sql`view_count + 1` })
    .where('studentWorks.id', '=', id)
    .where('studentWorks.status', '=', sql.lit(PublishStatus.published))
    .where('studentWorks.deletedAt', 'is', null)
    .execute()
}

/** A work as staff find it, with its college's path; nobody else changes it until the transaction ends. */
export function lockWork(trx: Database, id: number) {
  return trx
    .selectFrom('studentWorks')
    .innerJoin('colleges', 'colleges.id', 'studentWorks.collegeId')
    .select(['colleges.path as college', 'studentWorks.status', 'studentWorks.publishedAt'])
    .select(['studentWorks.title', 'studentWorks.intro', 'studentWorks.teacherComment'])
    .where('studentWorks.id', '=', id)
    .where('studentWorks.deletedAt', 'is', null)
    .forUpdate('studentWorks')
    .executeTakeFirst()
}

export async function updateWork(trx: Database, id: number, change: Updateable<Tables['studentWorks']>): Promise<void> {
  await trx.updateTable('studentWorks').set(change).where('studentWorks.id', '=', id).execute()
}

/** Hides a work, and lets go of everything that it showed. */
export async function emptyWork(trx: Database, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('studentWorks')
    .set({ status: PublishStatus.hidden, coverImg: '', updatedAt: now })
    .where('studentWorks.id', '=', id)
    .execute()
  await trx.deleteFrom('studentWorkImages').where('studentWorkImages.workId', '=', id).execute()
}

/** Works that were published from somebody's homework. */
export async function listPublishedOf(trx: Database, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('studentWorks')
    .innerJoin('homeworks', 'homeworks.id', 'studentWorks.homeworkId')
    .select('studentWorks.id')
    .where('homeworks.userId', '=', userId)
    .where('studentWorks.publishedAt', 'is not', null)
    .where('studentWorks.deletedAt', 'is', null)
    .orderBy('studentWorks.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves of a work that was taken down only that there was one: nothing of its learner. */
export async function forgetWork(trx: Database, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('studentWorks')
    .set({
      userId: null,
      homeworkId: null,
      authorName: '',
      title: '',
      intro: null,
      teacherComment: null,
      deletedAt: now,
    })
    .where('studentWorks.id', '=', id)
    .execute()
}

/** Addresses of everything that a work shows. */
export async function listWorkUrls(trx: Database, id: number): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select w.cover_img as url from student_works w where w.id = ${id} union select i.url from student_work_images i where i.work_id = ${id}`.execute(
    trx,
  )
  return rows.map(({ url }) => url)
}

/** A file of a work has another address. */
export async function replaceWorkUrl(
  trx: Database,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`update student_works set cover_img = ${to} where id = ${id} and cover_img = ${from}`.execute(trx)
  await sql`update student_work_images set url = ${to} where work_id = ${id} and url = ${from}`.execute(trx)
}

/** Whether the learner of a work that was drafted from a homework still lets it be seen, and it shows something; of other works nobody is asked. */
export async function mayPublishWork(trx: Database, id: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select h.id is null or (h.may_show and h.excellent_at is not null and w.cover_img <> '') as may
    from student_works w left join homeworks h on h.id = w.homework_id where w.id = ${id}`.execute(trx)
  return rows[0]?.may ?? false
}
