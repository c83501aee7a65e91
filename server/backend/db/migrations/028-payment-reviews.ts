import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Money that came and that no order takes by itself waits for the staff in a table of its own: of another amount than was asked
 * for, or under a second trade number. What waits already is taken over from the alerts. A payment that was paid a second
 * time has a row of its own for that money; the provider knows it by the number of the first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
create table payment_reviews (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders, payment_id bigint not null references payments,
  reason smallint not null check (reason in (1, 2)), -- 1 another amount, 2 another trade number
  trade_no text not null, amount_fen bigint not null check (amount_fen > 0), expected_fen bigint not null, paid_at timestamptz not null,
  state smallint not null default 1 check (state between 1 and 4), -- 1 waiting, 2 counted, 3 given back, 4 put right by the provider
  proposal smallint check (proposal in (2, 3)), proposed_by bigint references users, proposed_at timestamptz,
  decided_by bigint references users, decided_at timestamptz,
  version integer not null default 0, created_at timestamptz not null,
  unique (payment_id, trade_no),
  check ((proposal is null) = (proposed_by is null) and (proposal is null) = (proposed_at is null)),
  check ((state = 1) = (decided_at is null)));
create index payment_reviews_todo_ix on payment_reviews (id) where state = 1;
create index payment_reviews_order_ix on payment_reviews (order_id, id);
alter table payments add column provider_out_trade_no text;

insert into payment_reviews (order_id, payment_id, reason, trade_no, amount_fen, expected_fen, paid_at, created_at)
  select p.order_id, p.id, 1, p.provider_trade_no, (a.detail->>'amountFen')::bigint, p.amount_fen, a.created_at, a.created_at
  from payments p join money_alerts a on a.kind = 'amount-differs' and a.ref = 'payment:' || p.id
  where p.status = 5 and p.provider_trade_no is not null and (a.detail->>'amountFen')::bigint > 0;
insert into payment_reviews (order_id, payment_id, reason, trade_no, amount_fen, expected_fen, paid_at, created_at)
  select p.order_id, p.id, 2, a.detail->>'tradeNo', (a.detail->>'amountFen')::bigint, p.amount_fen, a.created_at, a.created_at
  from money_alerts a join payments p on p.out_trade_no = a.detail->>'outTradeNo'
  where a.kind = 'trade-number' and a.seen_at is null and a.detail->>'tradeNo' is not null and (a.detail->>'amountFen')::bigint > 0
  on conflict do nothing;
-- nothing is asked for any more, and nothing can be closed: it kept its order open for ever
update payments set status = 5, ask_at = null
  where status = 1 and id in (select payment_id from payment_reviews where reason = 2);
`,
  )
}
