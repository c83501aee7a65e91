import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { roomStatus } from '#server/backend/classroom/room/room-store.ts'
import { CheckCode, PeriodKind } from '#shared/contract/enums.ts'
import type { PlayPeriod } from '#shared/contract/play-fields.ts'
import { checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { shareOf } from '#server/backend/classroom/watch/progress-store.ts'
import { type PeriodScope, type PeriodRow, listPeriodRows } from './period-list-store.ts'

/** The lessons of a course in order, with what of them is locked for this visitor and how far they are. */
export async function listPlayPeriods(
  db: Database,
  scope: PeriodScope,
  session: Session | undefined,
  now: Date,
): Promise<PlayPeriod[]> {
  const rows = await listPeriodRows(db, scope, session?.userId, now)
  const open = new Set<PeriodKind>()
  for (const kind of new Set(rows.filter((row) => !row.isFreeStudy).map((row) => row.kind))) {
    const { checkCode } = await checkAccess(db, session, { ...scope, kind, isFreeStudy: false }, now)
    if (checkCode === CheckCode.pass) open.add(kind)
  }
  return rows.map((row) => toPlayPeriod(row, !row.isFreeStudy && !open.has(row.kind), now.getTime()))
}

function toPlayPeriod(row: PeriodRow, isLocked: boolean, now: number): PlayPeriod {
  const { id, name, sequenceNo, kind, duration, isFreeStudy, beginAt, endAt, startedAt, endedAt, isFinished } = row
  const liveStatus =
    kind === PeriodKind.video || beginAt === null || endAt === null
      ? null
      : roomStatus({ beginAt, endAt, startedAt, endedAt }, now)
  return {
    id,
    name,
    sequenceNo,
    kind,
    duration,
    begDate: beginAt?.getTime() ?? null,
    endDate: endAt?.getTime() ?? null,
    liveStatus,
    isFreeStudy,
    isLocked,
    progress: shareOf(row, row.length),
    isFinished,
  }
}
