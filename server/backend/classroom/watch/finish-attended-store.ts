import { sql } from 'kysely'
import { openFinishedCourse } from '#server/backend/classroom/tools/evaluation-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { classSeconds } from './lesson-length-store.ts'

/** So much of a class's minutes, and it counts as learned. */
export const attendedShare = 0.8

/**
 * Marks the lesson of a class that is over as finished for those who were there for long enough, or for one of them; answers for how many.
 * Minutes are those that were written down while it was on.
 */
export async function finishAttended(
  trx: Database,
  of: { readonly roomId: number; readonly userId?: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ userId: number; periodId: number }>`
    update learn_progress p set finished_at = ${now} from live_rooms r join room_members m on m.room_id = r.id
    where r.id = ${of.roomId} and r.ended_at is not null and m.watch_sec >= ceil(${classSeconds('r')} * ${attendedShare}::numeric)
      and (${of.userId ?? null}::bigint is null or m.user_id = ${of.userId ?? null}::bigint)
      and p.user_id = m.user_id and p.period_id = r.period_id and p.finished_at is null
    returning p.user_id, p.period_id`.execute(trx)
  const periodId = rows[0]?.periodId
  if (periodId !== undefined)
    await openFinishedCourse(
      trx,
      rows.map((row) => row.userId),
      periodId,
    )
  return rows.length
}
