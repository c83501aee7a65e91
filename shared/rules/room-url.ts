import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'

/** The way into the class is lit so long before it begins. */
const earlyMs = 30 * 60_000

/** The page of a lesson's classroom; recorded lessons have none. */
export function roomUrl(kind: PeriodKind, periodId: number): string | undefined {
  if (kind === PeriodKind.video) return undefined
  return kind === PeriodKind.aiLive ? `/mind/play/${periodId}` : `/course/live/play/${periodId}`
}

/** Whether a lesson is on at `now`, or begins soon. */
export function isRoomOpen({ begDate, endDate }: { begDate: number | null; endDate: number | null }, now: number): boolean {
  return begDate !== null && endDate !== null && liveStatusAt(begDate - earlyMs, endDate, now) === LiveStatus.live
}
