import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Orders, payments, refunds, deposits, coupons, the ledger, enrolments, entrances and messages.
 * Money is integer fen. What must never happen is refused here, whatever the code above does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table products add column sends_materials boolean not null default false;
alter table class_schedules add column teacher_id bigint references teachers;
alter table teachers add column wechat text;
alter table teachers add column wechat_qr text;

create table orders (
  id bigint generated always as identity primary key, sn text not null unique check (sn ~ '^[0-9]{16,32}$'), user_id bigint not null references users,
  order_kind smallint not null check (order_kind in (1, 2)), -- 1 product, 2 deposit
  product_id bigint not null references products, schedule_id bigint references class_schedules,
  status smallint not null default 0 check (status between 0 and 5), pay_state smallint not null default 0 check (pay_state between 0 and 2),
  pay_channel smallint not null default 1 check (pay_channel between 1 and 5), use_state smallint not null default 1 check (use_state between 1 and 3),
  comment_state smallint not null default 0 check (comment_state between 0 and 2),
  amount_fen bigint not null check (amount_fen >= 0), owned_fen bigint not null default 0 check (owned_fen >= 0),
  coupon_fen bigint not null default 0 check (coupon_fen >= 0), deposit_fen bigint not null default 0 check (deposit_fen >= 0),
  pay_amount_fen bigint not null check (pay_amount_fen >= 0), paid_fen bigint not null default 0 check (paid_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  needs_address boolean not null default false, address jsonb, client_token text check (char_length(client_token) between 1 and 64),
  created_by bigint references users, expire_at timestamptz not null, asked_at timestamptz, paid_at timestamptz, cancelled_at timestamptz,
  created_at timestamptz not null, version integer not null default 0,
  check (pay_amount_fen = amount_fen - owned_fen - coupon_fen - deposit_fen), check (paid_fen <= pay_amount_fen), check (refunded_fen <= paid_fen),
  check (status <> 0 or paid_fen = 0), check (status <> 1 or paid_fen = pay_amount_fen), check (status <> 2 or (paid_fen > 0 and paid_fen < pay_amount_fen)),
  check (status <> 3 or refunded_fen = paid_fen),
  check (status <> 5 or (cancelled_at is not null and paid_fen = 0)), check ((status in (1, 2, 3, 4)) = (paid_at is not null)));
create unique index orders_one_unpaid_uq on orders (user_id, product_id, order_kind) where status = 0;
create unique index orders_client_token_uq on orders (user_id, client_token) where client_token is not null;
create index orders_user_ix on orders (user_id, id desc);
create index orders_user_status_ix on orders (user_id, status, id desc);
create index orders_expiry_ix on orders (expire_at) where status = 0;

create table order_items (
  id bigint generated always as identity primary key, order_id bigint not null references orders, line_no smallint not null check (line_no > 0),
  product_id bigint not null references products, schedule_id bigint references class_schedules, name text not null, cover_img text,
  lecture_type smallint not null check (lecture_type in (1, 2, 3)),
  state smallint not null default 1 check (state in (1, 2, 3)), -- 1 sold, 2 refunded, 3 owned before
  price_fen bigint not null check (price_fen >= 0), owned_fen bigint not null default 0 check (owned_fen >= 0),
  coupon_fen bigint not null default 0 check (coupon_fen >= 0), deposit_fen bigint not null default 0 check (deposit_fen >= 0),
  check (owned_fen + coupon_fen + deposit_fen <= price_fen), check (owned_fen in (0, price_fen)), unique (order_id, line_no), unique (order_id, product_id));

create table order_logs (
  id bigint generated always as identity primary key, order_id bigint not null references orders, event text not null,
  from_status smallint, to_status smallint not null, actor text not null check (actor in ('learner', 'staff', 'provider', 'system')),
  actor_id bigint references users, amount_fen bigint, note text, at timestamptz not null);
create index order_logs_order_ix on order_logs (order_id, id);
create table order_agreements (
  order_id bigint primary key references orders, agreement_id bigint not null references agreements, accepted boolean not null, ip inet, at timestamptz not null);

create table pay_types (
  pay_type text primary key, name text not null, icon text, sort integer not null default 0, enabled boolean not null default true);
insert into pay_types (pay_type, name, icon, sort) values ('wechat', '微信支付', 'wechat-pay', 1), ('alipay', '支付宝', 'alipay', 2);
create table payments (
  id bigint generated always as identity primary key, order_id bigint not null references orders, out_trade_no text not null unique,
  pay_type text not null, provider text not null, amount_fen bigint not null check (amount_fen > 0),
  status smallint not null default 1 check (status between 1 and 5), -- 1 pending, 2 succeeded, 3 failed, 4 closed, 5 review
  provider_trade_no text, pay_url text, qr_code text, created_at timestamptz not null, expire_at timestamptz not null,
  ask_at timestamptz, ask_count integer not null default 0, paid_at timestamptz,
  is_late boolean not null default false, -- its money didn't count for the order and goes back
  unique (provider, provider_trade_no), check ((status = 2) = (paid_at is not null)), check (not is_late or status = 2));
create unique index payments_one_pending_uq on payments (order_id, pay_type) where status = 1;
create index payments_order_ix on payments (order_id, id);
create index payments_ask_ix on payments (ask_at) where status = 1;
create table payment_notifications (
  id bigint generated always as identity primary key, provider text not null, notify_id text not null, out_trade_no text not null,
  raw jsonb not null, received_at timestamptz not null, outcome text, unique (provider, notify_id));

create table refund_requests (
  id bigint generated always as identity primary key, order_id bigint not null references orders, user_id bigint not null references users,
  state smallint not null default 1 check (state between 1 and 5), -- 1 asked, 2 approved, 3 refused, 4 withdrawn, 5 done
  reason text not null check (char_length(reason) between 1 and 200), answer text check (char_length(answer) <= 200), amount_fen bigint not null check (amount_fen >= 0),
  client_token text check (char_length(client_token) between 1 and 64), created_by bigint references users,
  created_at timestamptz not null, decided_by bigint references users, decided_at timestamptz, done_at timestamptz);
create unique index refund_requests_open_uq on refund_requests (order_id) where state in (1, 2);
create unique index refund_requests_token_uq on refund_requests (user_id, client_token) where client_token is not null;
create index refund_requests_todo_ix on refund_requests (id) where state = 1;
create table refund_lines (
  request_id bigint not null references refund_requests, order_item_id bigint not null references order_items,
  amount_fen bigint not null check (amount_fen >= 0), done boolean not null default false, primary key (request_id, order_item_id));
create unique index refund_lines_done_uq on refund_lines (order_item_id) where done;
create table refunds (
  id bigint generated always as identity primary key, request_id bigint references refund_requests, order_id bigint not null references orders,
  payment_id bigint not null references payments, out_refund_no text not null unique, amount_fen bigint not null check (amount_fen > 0),
  status smallint not null default 1 check (status between 1 and 4), -- 1 requested, 2 processing, 3 done, 4 failed
  reason text, try_at timestamptz not null, tries integer not null default 0, last_error text, created_at timestamptz not null, done_at timestamptz,
  check ((status = 3) = (done_at is not null)));
create index refunds_order_ix on refunds (order_id, id);
create index refunds_todo_ix on refunds (try_at) where status in (1, 2, 4);

create table ledger_transactions (
  id bigint generated always as identity primary key, kind text not null, ref text not null unique, order_id bigint not null references orders, at timestamptz not null);
create index ledger_transactions_order_ix on ledger_transactions (order_id, id);
create table ledger_entries (
  id bigint generated always as identity primary key, transaction_id bigint not null references ledger_transactions, account text not null,
  amount_fen bigint not null check (amount_fen <> 0) -- debit positive, credit negative
);
create index ledger_entries_transaction_ix on ledger_entries (transaction_id);
create index ledger_entries_account_ix on ledger_entries (account);
create function ledger_is_balanced() returns trigger language plpgsql as $$ begin if (select sum(amount_fen) from ledger_entries where transaction_id = new.transaction_id) <> 0 then raise exception 'ledger transaction % is not balanced', new.transaction_id using errcode = 'check_violation'; end if; return null; end $$;
create constraint trigger ledger_balanced after insert on ledger_entries deferrable initially deferred for each row execute function ledger_is_balanced();
create function ledger_is_final() returns trigger language plpgsql as $$ begin raise exception 'the ledger is only written to the end' using errcode = 'check_violation'; end $$;
create trigger ledger_entries_final before update or delete on ledger_entries for each row execute function ledger_is_final();
create trigger ledger_transactions_final before update or delete on ledger_transactions for each row execute function ledger_is_final();

create table deposit_offers (
  id bigint generated always as identity primary key, product_id bigint not null references products, channel smallint not null check (channel in (4, 5)),
  name text not null, amount_fen bigint not null check (amount_fen > 0), deduct_fen bigint not null check (deduct_fen >= amount_fen),
  begin_at timestamptz not null, end_at timestamptz not null, balance_days integer not null default 30 check (balance_days > 0),
  stock integer check (stock >= 0), sold integer not null default 0 check (sold >= 0), refundable boolean not null default true,
  check (stock is null or sold <= stock), check (end_at > begin_at));
create index deposit_offers_product_ix on deposit_offers (product_id, channel);
create table deposits (
  id bigint generated always as identity primary key, order_id bigint not null unique references orders, offer_id bigint not null references deposit_offers,
  user_id bigint not null references users, product_id bigint not null references products, amount_fen bigint not null check (amount_fen > 0),
  deduct_fen bigint not null check (deduct_fen >= amount_fen),
  state smallint not null default 0 check (state between 0 and 5), -- 0 unpaid, 1 held, 2 locked, 3 used, 4 refunded, 5 closed or expired
  used_order_id bigint references orders, expire_at timestamptz, reminded_at timestamptz, check ((state in (2, 3)) = (used_order_id is not null)));
create unique index deposits_used_uq on deposits (used_order_id) where state in (2, 3);
create index deposits_user_ix on deposits (user_id, state);
create index deposits_due_ix on deposits (expire_at) where state = 1;

create table coupons (
  id bigint generated always as identity primary key, name text not null, kind smallint not null check (kind in (1, 2)), -- 1 full reduction, 2 direct
  amount_fen bigint not null check (amount_fen > 0), threshold_fen bigint not null default 0 check (threshold_fen >= 0),
  total integer check (total >= 0), claimed integer not null default 0 check (claimed >= 0), per_user_limit integer not null default 1 check (per_user_limit > 0),
  claim_begin_at timestamptz not null, claim_end_at timestamptz not null, valid_days integer check (valid_days > 0), valid_end_at timestamptz,
  enabled boolean not null default true, is_public boolean not null default true, note text not null default '', batch_no text unique, created_by bigint references users, created_at timestamptz not null,
  check (total is null or claimed <= total), check (valid_days is not null or valid_end_at is not null), check (kind = 1 or threshold_fen = 0), check (claim_end_at > claim_begin_at));
create table coupon_products (
  coupon_id bigint not null references coupons on delete cascade, product_id bigint not null references products, primary key (coupon_id, product_id));
create index coupon_products_product_ix on coupon_products (product_id);
create table coupon_invites (
  id bigint generated always as identity primary key, code text not null unique, coupon_id bigint not null references coupons,
  inviter_id bigint references users, expires_at timestamptz);
create table user_coupons (
  id bigint generated always as identity primary key, coupon_id bigint not null references coupons, user_id bigint not null references users,
  claim_no integer not null check (claim_no > 0), source text not null default 'page', invite_id bigint references coupon_invites,
  state smallint not null default 1 check (state between 1 and 4), -- 1 unused, 2 locked, 3 used, 4 expired
  order_id bigint references orders, claimed_at timestamptz not null, valid_until timestamptz not null, used_at timestamptz,
  unique (coupon_id, user_id, claim_no), check ((state in (2, 3)) = (order_id is not null)));
create unique index user_coupons_one_per_order on user_coupons (order_id) where state in (2, 3);
create index user_coupons_user_ix on user_coupons (user_id, state, valid_until);
create index user_coupons_valid_ix on user_coupons (valid_until) where state = 1;

create table enrolments (
  id bigint generated always as identity primary key, user_id bigint not null references users, product_id bigint not null references products,
  schedule_id bigint references class_schedules, order_id bigint references orders, order_item_id bigint references order_items,
  source smallint not null check (source in (1, 2, 3)), -- 1 order, 2 free sign-up, 3 staff
  status smallint not null default 1 check (status in (1, 2, 3)), -- 1 active, 2 over, 3 revoked
  begin_at timestamptz not null, end_at timestamptz, created_at timestamptz not null, check (source <> 1 or order_id is not null));
create unique index enrolments_active_uq on enrolments (user_id, product_id, coalesce(schedule_id, 0)) where status = 1;
create index enrolments_user_ix on enrolments (user_id, id desc);
create index enrolments_product_ix on enrolments (product_id, status);
create index enrolments_order_ix on enrolments (order_id);
create index enrolments_end_ix on enrolments (end_at) where status = 1;

create table entrances (
  id bigint generated always as identity primary key, order_id bigint not null unique references orders, user_id bigint not null references users,
  teacher_id bigint references teachers, read_at timestamptz, created_at timestamptz not null);
create index entrances_user_ix on entrances (user_id, id desc);
create table entrance_calls (
  id bigint generated always as identity primary key, entrance_id bigint not null references entrances, called_at timestamptz not null, handled_at timestamptz, handled_by bigint references users);
create unique index entrance_calls_open_uq on entrance_calls (entrance_id) where handled_at is null;

create table notify_messages (
  id bigint generated always as identity primary key, title text not null, small_title text, content_html text not null, button_name text, button_url text,
  allow_close boolean not null default true, need_confirm boolean not null default false, req_source text not null default 'pcSite',
  topic text, ref text unique, created_by bigint references users, created_at timestamptz not null, withdrawn_at timestamptz);
create table user_messages (
  id bigint generated always as identity primary key, message_id bigint not null references notify_messages, user_id bigint not null references users,
  received_at timestamptz not null, read_at timestamptz, confirmed_at timestamptz, unique (message_id, user_id));
create index user_messages_list_ix on user_messages (user_id, received_at desc, id desc);
create index user_messages_unread_ix on user_messages (user_id) where read_at is null;

create table staff_audits (
  id bigint generated always as identity primary key, staff_id bigint not null references users, action text not null, subject text not null, subject_id text not null,
  detail jsonb not null default '{}', ip inet, at timestamptz not null);
create index staff_audits_subject_ix on staff_audits (subject, subject_id);
create table money_alerts (
  id bigint generated always as identity primary key, kind text not null, ref text not null, detail jsonb not null, difference_fen bigint not null default 0,
  created_at timestamptz not null, seen_by bigint references users, seen_at timestamptz, unique (kind, ref));
create table reconciliations (
  day date primary key, orders_fen bigint not null, ledger_fen bigint not null, provider_fen bigint not null, difference_fen bigint not null, detail jsonb not null default '{}', at timestamptz not null);
`,
  )
}
