import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

const mostAtOnce = 200

interface DueRow {
  id: number
  groupId: number
  groupKey: string
  studentId: number
  content: string
}

/** What an operator has written for rooms that are on, whose moment has come, and which nobody has read yet; or one of them. */
export async function listDueMessages(db: Database, now: Date, id?: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select m.id, g.id as group_id, g.group_key, m.student_id, m.content
    from fake_messages m join live_rooms r on r.id = m.room_id join im_groups g on g.room_id = r.id
    where r.deleted_at is null and r.ended_at is null and r.begin_at + make_interval(secs => m.offset_sec) <= ${now} and r.end_at > ${now}
      and not exists (select 1 from im_messages x where x.group_id = g.id and x.client_msg_id = 'fake-' || m.id) and (${id ?? null}::bigint is null or m.id = ${id ?? null}::bigint)
    order by r.id, m.offset_sec, m.id limit ${sql.lit(mostAtOnce)}`.execute(db)
  return rows
}
