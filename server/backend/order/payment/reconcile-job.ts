import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { alertMoney } from '#server/backend/order/ledger/money-alert-store.ts'
import { checkInvariants } from '#server/backend/order/ledger/money-invariants.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { readBills } from './provider-bills.ts'
import {
  type OwnMove,
  ownMoves,
  ledgerSum,
  movesOfOtherDays,
  keepDay,
  listKnownDays,
  findFirstPayment,
} from './reconcile-store.ts'

/** A provider has its bill of a day by then, from the end of the day. */
const billReadyMs = 11 * 3_600_000
/** Days without a reconciliation that are caught up with. */
const daysBack = 7

/** Takes the first of the moves that fits out of their list. */
function take(moves: OwnMove[], fits: (move: OwnMove) => boolean): OwnMove | undefined {
  const at = moves.findIndex(fits)
  return at < 0 ? undefined : moves.splice(at, 1)[0]
}

export interface DayDifference {
  /** Number of the payment or of the refund. */
  readonly key: string
  readonly ownFen: number | null
  readonly providerFen: number | null
}

/**
 * Compares a day ('YYYY-MM-DD' in Shanghai): what orders have taken and given back, what the ledger says, what the providers'
 * bills say, line by line. A line that one side has on the day before or after is no difference. Throws when a bill can't be had.
 */
export async function reconcileDay(ctx: BackendContext, day: string): Promise<DayDifference[]> {
  const from = new Date(shanghaiTime(day, 0))
  const to = new Date(from.getTime() + dayMs)
  const moves = await ownMoves(ctx.db, from, to)
  const bills = await readBills(ctx, day)
  const before = await readBills(ctx, shanghaiDay(from.getTime() - dayMs))
  const differences: DayDifference[] = []
  const unbilled = [...moves]
  // two lines may have one number: each stands for one move
  const others = bills.filter(
    (line) => !take(unbilled, (move) => move.key === line.key && move.amountFen === line.amountFen),
  )
  for (const { key, amountFen } of others) {
    const ofOtherDays = await movesOfOtherDays(ctx.db, key, from, to)
    if (ofOtherDays.includes(amountFen)) continue
    const ownFen = take(unbilled, (move) => move.key === key)?.amountFen ?? ofOtherDays[0] ?? null
    differences.push({ key, ownFen, providerFen: amountFen })
  }
  for (const { key, amountFen, provider } of unbilled) {
    // nobody else knows of money taken outside
    if (provider === 'offline' || before.some((line) => line.key === key && line.amountFen === amountFen)) continue
    differences.push({ key, ownFen: amountFen, providerFen: null })
  }
  const ordersFen = moves.reduce((sum, move) => sum + move.amountFen, 0)
  const offlineFen = moves.reduce((sum, move) => sum + (move.provider === 'offline' ? move.amountFen : 0), 0)
  const ledgerFen = await ledgerSum(ctx.db, from, to)
  await keep(ctx, day, {
    ordersFen,
    ledgerFen,
    providerFen: bills.reduce((sum, line) => sum + line.amountFen, offlineFen),
    differences,
  })
  return differences
}

interface Reconciled {
  readonly ordersFen: number
  readonly ledgerFen: number
  readonly providerFen: number
  readonly differences: readonly DayDifference[]
}

/** The day's line for the staff, and an alert for each difference. Differences don't cancel each other out. */
async function keep(
  ctx: BackendContext,
  day: string,
  { ordersFen, ledgerFen, providerFen, differences }: Reconciled,
): Promise<void> {
  const at = new Date(ctx.clock.now())
  const off = (one: DayDifference): number => (one.providerFen ?? 0) - (one.ownFen ?? 0)
  const differenceFen = Math.abs(ordersFen - ledgerFen) + differences.reduce((sum, one) => sum + Math.abs(off(one)), 0)
  const values = {
    ordersFen,
    ledgerFen,
    providerFen,
    differenceFen,
    detail: JSON.stringify({ differences: differences.slice(0, 1000) }),
    at,
  }
  await ctx.tx(async (trx) => {
    await keepDay(trx, day, values)
    for (const one of differences)
      await alertMoney(trx, at, {
        kind: 'reconciliation',
        ref: `${day}:${one.key}`,
        detail: { ...one },
        differenceFen: off(one),
      })
    if (ordersFen !== ledgerFen)
      await alertMoney(trx, at, {
        kind: 'reconciliation',
        ref: `${day}:ledger`,
        detail: { ordersFen, ledgerFen },
        differenceFen: ledgerFen - ordersFen,
      })
  })
}

/** The days until yesterday that have no reconciliation yet, oldest first. */
async function openDays(ctx: BackendContext): Promise<string[]> {
  const days = Array.from({ length: daysBack }, (_, index) => shanghaiDay(ctx.clock.now() - (daysBack - index) * dayMs))
  const known = await listKnownDays(ctx.db, days)
  const first = await findFirstPayment(ctx.db)
  const firstDay = first ? shanghaiDay(first.createdAt.getTime()) : undefined
  const yesterday = days.at(-1)
  return days.filter(
    (day) =>
      !known.some((row) => row.day === day) && (day === yesterday || (firstDay !== undefined && day >= firstDay)),
  )
}

/** Every night, and before noon for bills that came late: does the money add up? A day whose bill could not be had is tried again. */
export const reconcileJob: Job = {
  name: 'money.reconcile',
  cron: '10 3,11 * * *',
  async run(ctx) {
    let found = 0
    for (const day of await openDays(ctx)) {
      try {
        const differences = await reconcileDay(ctx, day)
        found += differences.length
        if (differences.length > 0)
          ctx.log.error({ day, differences: differences.length }, 'the money of a day does not add up')
      } catch (error) {
        ctx.log.error({ err: error, day }, 'a day could not be reconciled')
        if (ctx.clock.now() < shanghaiTime(day, 0) + dayMs + billReadyMs) continue
        await alertMoney(ctx.db, new Date(ctx.clock.now()), {
          kind: 'reconciliation',
          ref: `${day}:bill`,
          detail: { message: (error as Error).message },
        })
      }
    }
    return found + (await checkInvariants(ctx))
  },
}
