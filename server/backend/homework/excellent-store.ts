import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { HomeworkSide } from '#shared/contract/enums.ts'
import type { FileRow, HomeworkPlace } from './homework-store.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'

/** What a class sees of another learner's excellent homework. */
export interface ExcellentRow {
  id: number
  nickname: string
  headImg: string | null
  content: string
  files: FileRow[]
  comment: string | null
  score: number | null
  submitTime: number
}

/** SQL: excellent homework of a lesson of one class (or of none), which its learner lets others see. */
function excellentOf({ periodId, scheduleId }: HomeworkPlace): RawBuilder<unknown> {
  return sql`homeworks h join users u on u.id = h.user_id and ${activeAccount('u')}
    join homework_rounds d on d.homework_id = h.id and d.round_no = h.round_no
    where h.period_id = ${periodId} and coalesce(h.schedule_id, 0) = ${scheduleId ?? 0} and h.excellent_at is not null and h.may_show`
}

export async function listExcellent(db: Database, place: HomeworkPlace, page: PageInput): Promise<ExcellentRow[]> {
  const { rows } = await sql<Omit<ExcellentRow, 'submitTime'> & { submittedAt: Date }>`
    select h.id, u.nickname, u.head_img, d.content, d.comment, h.score, d.submitted_at,
      coalesce((select jsonb_agg(jsonb_build_object('url', f.url, 'name', f.name, 'contentType', f.content_type) order by f.sort)
        from homework_files f where f.round_id = d.id and f.side = ${sql.lit(HomeworkSide.learner)}), '[]') as files
    from ${excellentOf(place)} order by h.excellent_at desc, h.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows.map(({ submittedAt, ...row }) => ({ ...row, submitTime: submittedAt.getTime() }))
}

export async function countExcellent(db: Database, place: HomeworkPlace): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${excellentOf(place)} limit ${sql.lit(countLimit)}) c`.execute(db)
  return rows[0]?.total ?? 0
}
