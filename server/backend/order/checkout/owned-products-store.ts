import { sql } from 'kysely'
import { ownsProductOf } from '#server/backend/order/enrolment/enrol-store.ts'
import { DepositState } from '#shared/contract/enums.ts'
import { isOpenRow } from './open-state-store.ts'
import type { Database } from '#server/backend/db/database.ts'

const mostPerRun = 500

/** Open orders, for a product or for its deposit, whose learner has the product. */
export async function listOrdersOfOwned(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where ${isOpenRow('o')} and ${ownsProductOf('o', now)}
    order by o.id limit ${sql.lit(mostPerRun)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Held deposits whose learner has the product without having used them. */
export async function listDepositsOfOwned(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from deposits d where d.state = ${sql.lit(DepositState.held)} and ${ownsProductOf('d', now)}
    order by d.id limit ${sql.lit(mostPerRun)}`.execute(db)
  return rows.map((row) => row.id)
}
