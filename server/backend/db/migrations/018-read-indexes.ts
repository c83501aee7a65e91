import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Indexes for what is read by something other than its key: the refund requests of an order (each order of a list asks for
 * its newest), the lease of a player (each player that is forgotten or closed asks), the rooms that should have ended, and
 * what belongs to the demonstration of a room.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create index refund_requests_order_ix on refund_requests (order_id, id);
create index play_leases_watch_ix on play_leases (watch_id);
create index fake_students_room_ix on fake_students (room_id);
create index fake_messages_student_ix on fake_messages (student_id);
create index live_rooms_open_ix on live_rooms (end_at) where ended_at is null and deleted_at is null;
`,
  )
}
