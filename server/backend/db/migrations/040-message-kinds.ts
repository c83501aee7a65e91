import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Messages are listed by kind and asked for by what waits for a confirmation: both stand with the reader's row, so that neither looks
 * through all the others. Who is to get a message of the staff, and how far it has gone out, stand with the message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table user_messages add column kind text not null default 'notice' check (kind in ('study', 'order', 'notice'));
alter table user_messages add column awaits_confirm boolean not null default false;
update user_messages u set
  kind = case when m.topic in ('class', 'homework', 'exam', 'question') then 'study'
    when m.topic in ('order', 'refund', 'deposit', 'coupon', 'entrance') then 'order' else 'notice' end,
  awaits_confirm = m.need_confirm and u.confirmed_at is null
  from notify_messages m where m.id = u.message_id;
create index user_messages_kind_ix on user_messages (user_id, kind, received_at desc, id desc);
create index user_messages_awaits_ix on user_messages (user_id, received_at, id) where awaits_confirm;
alter table notify_messages add column audience text check (audience in ('user', 'schedule', 'everybody'));
alter table notify_messages add column audience_id bigint;
alter table notify_messages add column delivered_until bigint;
alter table notify_messages add column delivered_at timestamptz;
alter table notify_messages add constraint notify_messages_sender_check check ((audience is null) = (created_by is null));
create index notify_messages_sent_ix on notify_messages (created_at desc, id desc) where created_by is not null;
create index notify_messages_going_out_ix on notify_messages (id) where created_by is not null and delivered_at is null and withdrawn_at is null;
`,
  )
}
