import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { HomeworkSide, PublishStatus } from '#shared/contract/enums.ts'

/** A homework that may be drafted for the works wall, with the files of its last round. */
export interface WallHomework {
  userId: number
  nickname: string
  title: string
  content: string
  comment: string | null
  collegeId: number
  categoryId: number
  files: { url: string; contentType: string; name: string }[]
}

/** An excellent homework that its learner lets others see; undefined when it isn't one, or its course belongs to no college that has a wall. */
export async function findForWall(db: Database, homeworkId: number): Promise<WallHomework | undefined> {
  const { rows } = await sql<WallHomework>`
    select h.user_id, u.nickname, t.title, d.content, d.comment, p.college_id, k.id as category_id,
      coalesce((select jsonb_agg(jsonb_build_object('url', f.url, 'name', f.name, 'contentType', f.content_type) order by f.sort)
        from homework_files f where f.round_id = d.id and f.side = ${sql.lit(HomeworkSide.learner)}), '[]') as files
    from homeworks h join users u on u.id = h.user_id join homework_tasks t on t.id = h.task_id
    join homework_rounds d on d.homework_id = h.id and d.round_no = h.round_no
    join products p on p.id = h.course_id
    cross join lateral (select c.id from work_categories c where c.college_id = p.college_id order by c.sort, c.id limit 1) k
    where h.id = ${homeworkId} and h.excellent_at is not null and h.may_show`.execute(db)
  return rows[0]
}

/** What lies on the wall of a homework. */
export async function findWallWork(
  trx: Database,
  homeworkId: number,
): Promise<{ id: number; publishedAt: Date | null; coverImg: string } | undefined> {
  return trx
    .selectFrom('studentWorks')
    .select(['studentWorks.id', 'studentWorks.publishedAt', 'studentWorks.coverImg'])
    .where('studentWorks.homeworkId', '=', homeworkId)
    .forUpdate()
    .executeTakeFirst()
}

export interface WallMedia {
  readonly kind: 'image' | 'video' | 'audio'
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

/** What a homework has to show on the wall. */
export interface WallShow {
  readonly homework: WallHomework
  readonly cover: WallMedia & { width: number; height: number }
  readonly media: readonly WallMedia[]
}

function valuesOf({ homework, cover }: WallShow) {
  const { userId, nickname, title, content, comment, collegeId, categoryId } = homework
  return {
    userId,
    authorName: nickname,
    title,
    intro: content.slice(0, 500) || null,
    teacherComment: comment?.slice(0, 500) ?? null,
    collegeId,
    categoryId,
    coverImg: cover.url,
    coverWidth: cover.width,
    coverHeight: cover.height,
  }
}

async function insertMedia(trx: Database, workId: number, media: readonly WallMedia[]): Promise<void> {
  await trx
    .insertInto('studentWorkImages')
    .values(media.map((one, sort) => ({ ...one, workId, sort, thumbnail: null })))
    .execute()
}

/** Drafts a work, which nobody sees until staff publish it. */
export async function insertWallWork(trx: Database, homeworkId: number, show: WallShow): Promise<void> {
  const work = await trx
    .insertInto('studentWorks')
    .values({ ...valuesOf(show), homeworkId, status: PublishStatus.draft })
    .onConflict((conflict) => conflict.column('homeworkId').doNothing())
    .returning('studentWorks.id')
    .executeTakeFirst()
  if (work) await insertMedia(trx, work.id, show.media)
}

/** Gives a work that was taken down something to show again. It stays hidden, at the address that it had, until staff publish it. */
export async function refillWallWork(trx: Database, id: number, show: WallShow, now: Date): Promise<void> {
  await trx
    .updateTable('studentWorks')
    .set({ ...valuesOf(show), updatedAt: now })
    .where('studentWorks.id', '=', id)
    .execute()
  await insertMedia(trx, id, show.media)
}

/** Takes a draft away. */
export async function deleteWallDraft(trx: Database, id: number): Promise<void> {
  await trx.deleteFrom('studentWorks').where('studentWorks.id', '=', id).execute()
}
