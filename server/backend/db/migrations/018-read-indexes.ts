import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Indexes for what is read by something other than its key: an order's refund requests (each order of a list asks for its
 * newest) and the refunds of one and of a payment, what an order's line gave, the lease of a player (each player that is
 * forgotten or closed asks), the rooms that should have ended, whoever was connected when the backend stopped, what belongs
 * to the demonstration of a room, and what is told or erased of a learner.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create index refund_requests_order_ix on refund_requests (order_id, id);
create index refund_requests_user_ix on refund_requests (user_id);
create index refunds_request_ix on refunds (request_id);
create index refunds_payment_ix on refunds (payment_id);
create index enrolments_item_ix on enrolments (order_item_id) where order_item_id is not null;
create index uploads_user_ix on uploads (user_id);
create index search_logs_user_ix on search_logs (user_id) where user_id is not null;
create index room_members_online_ix on room_members (room_id) where connections <> 0;
create index play_leases_watch_ix on play_leases (watch_id);
create index fake_students_room_ix on fake_students (room_id);
create index fake_messages_student_ix on fake_messages (student_id);
create index live_rooms_open_ix on live_rooms (end_at) where ended_at is null and deleted_at is null;
`,
  )
}
