import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { createBackend } from '#server/backend/backend.ts'
import type { BackendContext, CallContext } from '#server/backend/context/backend-context.ts'
import { migrate, type OpenDatabase, openPostgres } from '#server/backend/db/database.ts'
import { openOrder } from '#server/backend/order/checkout/open-order.ts'
import { countOrders, listOrders } from '#server/backend/order/read/order-list-store.ts'
import { viewOrders } from '#server/backend/order/read/order-view.ts'
import { findOwnOrder } from '#server/backend/order/checkout/own-order-store.ts'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import { openPayment } from '#server/backend/order/payment/open-payments.ts'
import { readConfig } from '#server/config/config.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { type BenchLine, median } from './bench-line.ts'
import { firstKey, recordStatements, replayStatements } from './replay-statements.ts'

const clients = 64
const checkouts = 320
const connections = 10
const rounds = 61
const fewOrders = 10
const manyOrders = 10_000

interface Till {
  readonly ctx: BackendContext
  readonly productId: number
  readonly userIds: readonly number[]
}

/** An empty school whose tables number their rows from far apart: a key then means one row only. */
async function fill({ db }: OpenDatabase): Promise<{ productId: number; userIds: number[] }> {
  const { rows: sequences } = await sql<{
    name: string
  }>`select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by 1`.execute(
    db,
  )
  for (const [index, { name }] of sequences.entries())
    await sql.raw(`alter sequence ${name} restart with ${firstKey * (index + 1)}`).execute(db)
  const { id } = await db
    .insertInto('products')
    .values({ lectureType: 3, name: '素描入门', isCharge: true, priceFen: 9900, status: 1, sort: 1 })
    .returning('products.id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{
    id: number
  }>`insert into users (nickname) select '同学' || n from generate_series(1, ${sql.lit(checkouts * 3 + 2)}) n returning id`.execute(
    db,
  )
  return { productId: id, userIds: rows.map((row) => row.id) }
}

/** One order: made, its payment opened and paid, the course given. */
async function checkout(
  { ctx, productId }: Pick<Till, 'ctx' | 'productId'>,
  userId: number,
): Promise<{ sn: string; outTradeNo: string; notifyId: string; tradeNo: string }> {
  const opened = await ctx.tx((trx) =>
    openOrder({ config: ctx.config, db: trx }, { userId, productId, channel: 1, now: ctx.clock.now() }),
  )
  if (opened === 'enrolled') throw new Error('The learner has the course already.')
  const provider = ctx.pay.forType('wechat')
  if (!provider) throw new Error('There is no provider.')
  const call: CallContext = {
    ...ctx,
    address: '127.0.0.1',
    caller: { channel: 'pcSite', userAgent: 'bench', fingerprint: null, cookies: {} },
    route: 'bench',
    reply: { setCookie: () => undefined },
  }
  const { outTradeNo, amountFen } = await openPayment(
    call,
    await findOwnOrder(ctx.db, userId, opened.sn),
    'wechat',
    provider,
  )
  const notice = { notifyId: randomBytes(12).toString('hex'), tradeNo: randomBytes(12).toString('hex') }
  const outcome = await settlePayment(ctx, {
    ...notice,
    provider: 'embedded',
    outTradeNo,
    amountFen,
    paidAt: new Date(ctx.clock.now()),
    raw: {},
  })
  if (outcome !== 'paid') throw new Error(`The payment was ${outcome}.`)
  return { ...notice, sn: opened.sn, outTradeNo }
}

/** Runs `work` for each of the learners, 64 at once; how many a second, and the milliseconds of each. */
async function measure(
  userIds: readonly number[],
  work: (userId: number) => Promise<unknown>,
): Promise<{ perSecond: number; times: number[] }> {
  const waiting = [...userIds]
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) {
        const start = performance.now()
        await work(userId)
        times.push(performance.now() - start)
      }
    }),
  )
  return { perSecond: (userIds.length * 1000) / (performance.now() - began), times: times.sort((a, b) => a - b) }
}

async function throughput(till: Till, url: string): Promise<BenchLine> {
  const [first = 0, ...others] = till.userIds
  const part = (index: number): number[] => others.slice(index * checkouts, (index + 1) * checkouts)
  let made = { sn: '', outTradeNo: '', notifyId: '', tradeNo: '' }
  const recorded = await recordStatements(async () => {
    made = await checkout(till, first)
    await till.ctx.background.settled()
  })
  await measure(part(0), (userId) => checkout(till, userId))
  const ours = await measure(part(1), (userId) => checkout(till, userId))
  await till.ctx.background.settled()
  const pool = new pg.Pool({ connectionString: url, max: connections, options: '-c timezone=UTC' })
  const bare = await measure(part(2), async (userId) => {
    const client = await pool.connect()
    const fresh = randomBytes(11).toString('hex')
    const keys = new Map([
      [String(first), String(userId)],
      [made.sn, `9${String(userId).padStart(17, '0')}`],
      [made.outTradeNo, `P${fresh}`],
      [made.notifyId, `n${fresh}`],
      [made.tradeNo, `t${fresh}`],
    ])
    await replayStatements(client, recorded, keys).finally(() => client.release())
  })
  await pool.end()
  const { paid } = await till.ctx.db
    .selectFrom('enrolments')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .executeTakeFirstOrThrow()
  if (Number(paid) !== checkouts * 3 + 1)
    throw new Error(`${paid} courses were given instead of ${checkouts * 3 + 1}: the statements were not the same.`)
  const ratio = ours.perSecond / bare.perSecond
  const p99 = ours.times[Math.ceil(ours.times.length * 0.99) - 1] ?? Number.NaN
  return {
    name: `checkout, ${clients} clients on PostgreSQL, against the same ${recorded.length} statements by the driver alone`,
    value: `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)} to ${bare.perSecond.toFixed(0)} a second; p99 ${p99.toFixed(0)} ms)`,
    goal: '>= 0.65',
    ok: ratio >= 0.65,
  }
}

async function addOrders({ db }: OpenDatabase, { productId }: Till, userId: number, amount: number): Promise<void> {
  await sql`
    with o as (
      insert into orders (sn, user_id, order_kind, product_id, status, amount_fen, pay_amount_fen, expire_at, cancelled_at, created_at)
      select ${String(userId)} || lpad(n::text, 10, '0'), ${userId}, 1, ${productId}, 5, 9900, 9900, now(), now(), now() from generate_series(1, ${sql.lit(amount)}) n returning id)
    insert into order_items (order_id, line_no, product_id, name, lecture_type, price_fen) select id, 1, ${productId}, '素描入门', 3, 9900 from o`.execute(
    db,
  )
}

async function listing(database: OpenDatabase, till: Till): Promise<BenchLine> {
  const [few = 0, many = 0] = till.userIds.slice(-2)
  await addOrders(database, till, few, fewOrders)
  await addOrders(database, till, many, manyOrders)
  await sql`analyze`.execute(database.db)
  const page = { pageNum: 1, pageSize: 10 }
  const time = async (userId: number): Promise<number> => {
    const began = performance.now()
    const [orders] = await Promise.all([
      listOrders(database.db, userId, undefined, page),
      countOrders(database.db, userId, undefined, page),
    ])
    const shown = await viewOrders(database.db, orders, Date.now())
    if (shown.length !== page.pageSize) throw new Error(`${shown.length} orders are listed.`)
    return performance.now() - began
  }
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.few.push(await time(few))
    times.many.push(await time(many))
  }
  const ratio = median(times.many) / median(times.few)
  return {
    name: `order list of a learner with ${manyOrders} orders against one with ${fewOrders}`,
    value: `${ratio.toFixed(2)} x (${median(times.many).toFixed(2)} ms to ${median(times.few).toFixed(2)} ms)`,
    goal: '<= 2 x',
    ok: ratio <= 2,
  }
}

/** Orders, payments and lists on PostgreSQL, on the server that TEST_DATABASE_URL names. */
export async function checkoutBench(): Promise<BenchLine[]> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    console.log('TEST_DATABASE_URL is not set: checkouts are not measured.')
    return []
  }
  const name = `xueyuan_bench_${process.pid}`
  await runOnServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  const database = openPostgres(url, () => undefined)
  await migrate(database.db)
  const backend = await createBackend(readConfig({ SITE_ENV: 'test', LOG_LEVEL: 'silent' }), {
    database,
    pay: createFakePay(),
    jobs: { wake: async () => undefined },
  })
  try {
    const till: Till = { ctx: backend.context, ...(await fill(database)) }
    return [await throughput(till, url), await listing(database, till)]
  } finally {
    await backend.close()
    await database.close()
    await runOnServer(server, `drop database ${name} with (force)`)
  }
}
