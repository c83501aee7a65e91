import { sql } from 'kysely'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { AttemptState } from '#shared/contract/enums.ts'
import { classOf, mayMark } from './mark-right-store.ts'

/** Whether a file that `ownerId` has uploaded is part of a short answer that the caller may mark: of one that was handed in. */
export async function mayMarkFile(
  db: Database,
  session: Session,
  { ownerId, url }: { ownerId: number; url: string },
): Promise<boolean> {
  const held = JSON.stringify({ files: [url] })
  const { rows } = await sql`
    select 1 from exam_attempts a join exam_papers p on p.id = a.paper_id left join ${classOf(sql`a.user_id`)} on true
    where a.user_id = ${ownerId} and a.state <> ${sql.lit(AttemptState.answering)} and ${mayMark(session)} and (
      exists (select 1 from exam_answers w where w.attempt_id = a.id and w.answer @> ${held}::jsonb)
      or exists (select 1 from exam_unsaved_answers v where v.attempt_id = a.id and v.answer @> ${held}::jsonb)) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
