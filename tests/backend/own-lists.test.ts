import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { largestAnswer } from '../support/count-statements.ts'

const backend = backendOfFile()
/** More of everything than any list may answer at once. */
const many = 1_500
const mostRows = 500

let learner: Learner
/** What the calls are asked about. */
const known: Record<string, string> = {}

/** Somebody who has been here for very long: orders, courses, coupons, deposits, messages, refunds, all by the thousand. */
async function leaveMuch({ userId }: Learner): Promise<void> {
  const { db } = backend
  const products = sql`select id, row_number() over (order by id) as n from products where name = '很多课'`
  await sql`insert into products (lecture_type, name, price_fen, is_charge, status)
    select 3, '很多课', 100, true, 1 from generate_series(1, ${many})`.execute(db)
  await sql`insert into orders (sn, user_id, order_kind, product_id, status, amount_fen, pay_amount_fen, paid_fen, paid_at, expire_at, created_at)
    select '77' || lpad(p.n::text, 16, '0'), ${userId}, 1, p.id, 1, 100, 100, 100, now(), now(), now()
    from (${products}) p`.execute(db)
  await sql`insert into order_items (order_id, line_no, product_id, name, lecture_type, price_fen)
    select o.id, 1, o.product_id, '很多课', 3, 100 from orders o where o.user_id = ${userId}`.execute(db)
  await sql`insert into enrolments (user_id, product_id, order_id, source, begin_at, created_at)
    select o.user_id, o.product_id, o.id, 1, now(), now() from orders o where o.user_id = ${userId}`.execute(db)
  const { rows } = await sql<{ id: number; sn: string; productId: number }>`
    select id, sn, product_id from orders where user_id = ${userId} order by id limit 1`.execute(db)
  const order = rows[0]
  if (!order) throw new Error('There is no order.')
  await sql`insert into order_logs (order_id, event, to_status, actor, note, at)
    select ${order.id}, 'discount', 1, 'system', '第 ' || n || ' 步', now() from generate_series(1, ${many}) n`.execute(
    db,
  )
  await sql`insert into refund_requests (order_id, user_id, state, reason, amount_fen, created_at)
    select ${order.id}, ${userId}, 4, '不想学了', 100, now() from generate_series(1, ${many})`.execute(db)
  await sql`with c as (insert into coupons (name, kind, amount_fen, claim_begin_at, claim_end_at, valid_days, created_at)
      values ('券', 2, 1, now(), now() + interval '1 day', 30, now()) returning id)
    insert into user_coupons (coupon_id, user_id, claim_no, claimed_at, valid_until)
    select c.id, ${userId}, n, now(), '2100-01-01' from c cross join generate_series(1, ${many}) n`.execute(db)
  await sql`with m as (insert into notify_messages (title, content_html, ref, need_confirm, created_at)
      select '消息', '<p>内容</p>', 'many:' || n, true, now() from generate_series(1, ${many}) n returning id)
    insert into user_messages (message_id, user_id, received_at, kind, awaits_confirm)
    select m.id, ${userId}, now(), 'notice', true from m`.execute(db)
  Object.assign(known, {
    orderNo: order.sn,
    sn: order.sn,
    productId: String(order.productId),
    courseId: String(order.productId),
    pageNum: '1',
    pageSize: '10',
    periodId: '1',
    id: '1',
    activityId: '1',
    msgId: '1',
  })
}

beforeAll(async () => {
  learner = await registerLearner(backend)
  await leaveMuch(learner)
}, 120_000)

function namesOf({ input }: Endpoint): string[] {
  const { def } = (input as z.ZodMiniObject)._zod
  return Object.keys((def as { shape?: object }).shape ?? {})
}

const own = allEndpoints.filter(({ method, access }) => method === 'GET' && access === 'user')

test.each(own.map((call) => [call.route, call] as const))('%s asks for no more than a page', async (_, call) => {
  const query = Object.fromEntries(namesOf(call).flatMap((name) => (known[name] ? [[name, known[name]]] : [])))
  const ask = async (asked: Record<string, string>): Promise<void> => {
    const headers = { reqSource: 'pcSite', Cookie: learner.cookie }
    expect((await backend.agent.get(call.path).query(asked).set(headers)).status).toBeLessThan(500)
  }
  expect(
    await largestAnswer(backend, async () => {
      await ask(query)
      await ask({})
    }),
  ).toBeLessThanOrEqual(mostRows)
})
