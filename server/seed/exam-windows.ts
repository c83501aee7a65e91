import { sql } from 'kysely'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { must } from '#server/backend/db/insert-rows.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addDays } from '#shared/rules/month-days.ts'
import type { SeedPaper } from './data/exam-papers/exam-shapes.ts'
import { examPapers } from './data/exam-papers.ts'

const eveningMinutes = 19 * 60 + 30
const nightMinutes = 22 * 60
/** A window that comes or is open is moved when less than this is left of it. */
const leftMs = 2 * dayMs
/** Attempts of the seed write from no device of this world. */
export const seedDevice = 'seed-desk'

/** A paper of the seed as it stands in the database. */
export interface PlacedPaper {
  readonly id: number
  readonly paper: SeedPaper
  readonly productId: number | null
  readonly beginAt: Date | null
  readonly endAt: Date | null
  /** Somebody has begun it, other than the seed's people. */
  readonly isTaken: boolean
}

/** Papers that the seed made, in its order. */
export async function listSeedPapers(trx: DatabaseTransaction): Promise<PlacedPaper[]> {
  const { rows } = await sql<Omit<PlacedPaper, 'paper'> & { title: string }>`
    select p.id, p.title, p.product_id, p.begin_at, p.end_at,
      exists (select 1 from exam_attempts a where a.paper_id = p.id and a.lease_device <> ${seedDevice}) as is_taken
    from exam_papers p where p.created_by is null and p.title = any(${examPapers.map(({ title }) => title)}::text[])`.execute(
    trx,
  )
  const byTitle = new Map(rows.map((row) => [row.title, row]))
  return examPapers.flatMap((paper) => {
    const row = byTitle.get(paper.title)
    return row ? [{ ...row, paper }] : []
  })
}

/** How many days ago a paper that is over ended: each on a day of its own. */
function daysSince({ id, paper }: PlacedPaper): number {
  // the course of this one ends for the demo's learner, who took it before
  if (paper.course === '看懂三张表：给非财务人的财务课') return 33
  return 4 + (id % 4)
}

function windowOf(placed: PlacedPaper, now: number): { beginAt: Date; endAt: Date } {
  const today = shanghaiDay(now)
  const at = (days: number, minutes: number): Date => new Date(shanghaiTime(addDays(today, days), minutes))
  switch (placed.paper.window) {
    case 'coming':
      return { beginAt: at(5, eveningMinutes), endAt: at(7, nightMinutes) }
    case 'open':
      return { beginAt: at(-4, eveningMinutes), endAt: at(9, nightMinutes) }
    default: {
      const ended = daysSince(placed)
      return { beginAt: at(-ended - 7, eveningMinutes), endAt: at(-ended, nightMinutes) }
    }
  }
}

/** Whether a window is still to be placed, or would soon no longer be what the demo wants to show. */
function isToMove({ paper, beginAt, endAt, isTaken }: PlacedPaper, now: number): boolean {
  if (paper.window === 'always') return false
  if (beginAt === null || endAt === null) return true
  if (paper.window === 'past' || isTaken) return false
  const edge = paper.window === 'coming' ? beginAt : endAt
  return edge.getTime() < now + leftMs
}

/** Lets papers come, be open and be over as seen from now; what somebody takes stays where it is. Answers how many were moved. */
export async function placeWindows(trx: DatabaseTransaction, now: number): Promise<number> {
  const moved = (await listSeedPapers(trx)).filter((placed) => isToMove(placed, now))
  for (const placed of moved) {
    const { beginAt, endAt } = windowOf(placed, now)
    // attempts that were made in an open window stay in it
    const kept = placed.paper.window === 'open' && placed.beginAt ? placed.beginAt : beginAt
    await trx
      .updateTable('examPapers')
      .set({ beginAt: kept, endAt })
      .where('examPapers.id', '=', must(placed.id, placed.paper.title))
      .execute()
  }
  return moved.length
}
