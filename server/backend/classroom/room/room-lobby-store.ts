import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { ProductStatus } from '#shared/contract/enums.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import type { LessonRow } from './room-store.ts'

/** This lesson and two more. */
const mostLessons = 3

interface OfferRow {
  /** Null: it isn't sold. */
  priceFen: number | null
  learnAim: string | null
  lessons: RoomLobby['lessons']
}

/** What the catalogue says of the course, and its lessons from this one on. */
export function findLobbyOffer(db: Database, { courseId, sequenceNo }: LessonRow): Promise<OfferRow | undefined> {
  return sharedRead(db, `lobby of ${courseId} ${sequenceNo}`, async () => {
    const { rows } = await sql<OfferRow>`
      select case when p.status = ${sql.lit(ProductStatus.onSale)} then p.price_fen end as price_fen, p.learn_aim,
        coalesce((select json_agg(json_build_object('periodId', n.id, 'name', n.title, 'sequenceNo', n.sequence_no)
            order by n.sequence_no)
          from (select e.id, e.title, e.sequence_no from periods e
            where e.course_id = p.id and e.deleted_at is null and e.sequence_no >= ${sequenceNo}
            order by e.sequence_no limit ${sql.lit(mostLessons)}) n), '[]') as lessons
      from products p where p.id = ${courseId}`.execute(db)
    return rows[0]
  })
}
