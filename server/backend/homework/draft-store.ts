import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { FileRow, HomeworkPlace } from './homework-store.ts'

/** What a learner hasn't handed in yet. */
export interface DraftRow {
  content: string
  files: FileRow[]
  version: number
  savedAt: Date
}

interface Owner extends HomeworkPlace {
  readonly userId: number
}

export async function findDraft(db: Database, { userId, periodId, scheduleId }: Owner): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    select content, files, version, saved_at from homework_drafts
    where user_id = ${userId} and period_id = ${periodId} and coalesce(schedule_id, 0) = ${scheduleId ?? 0}`.execute(db)
  return rows[0]
}

/** Keeps a draft over the one that was read; undefined when another device has kept a newer one. */
export async function saveDraft(
  trx: Database,
  { userId, periodId, scheduleId }: Owner,
  { content, files, version }: Omit<DraftRow, 'savedAt'>,
  now: Date,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    insert into homework_drafts as d (user_id, period_id, schedule_id, content, files, saved_at)
    values (${userId}, ${periodId}, ${scheduleId}, ${content}, ${JSON.stringify(files)}::jsonb, ${now})
    on conflict (user_id, period_id, coalesce(schedule_id, 0)) do update
      set content = excluded.content, files = excluded.files, saved_at = excluded.saved_at, version = d.version + 1
      where d.version = ${version}
    returning content, files, version, saved_at`.execute(trx)
  return rows[0]
}

export async function deleteDraft(trx: Database, { userId, periodId, scheduleId }: Owner): Promise<void> {
  await sql`
    delete from homework_drafts where user_id = ${userId} and period_id = ${periodId} and coalesce(schedule_id, 0) = ${scheduleId ?? 0}`.execute(
    trx,
  )
}
