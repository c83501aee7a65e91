import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { liveStatusAt } from '#shared/rules/live-status.ts'

/** The way into the class is lit so long before it begins. */
export const roomEarlyMs = 30 * 60_000

const players: Readonly<Record<PeriodKind, string>> = {
  [PeriodKind.live]: '/course/live/play',
  [PeriodKind.video]: '/course/video/play',
  [PeriodKind.aiLive]: '/mind/play',
}

/** The page on which a lesson is taken: its player, or the room of its class; `scheduleId` names the class where there are several. */
export function lessonUrl(kind: PeriodKind, periodId: number, scheduleId?: number | null): string {
  return `${players[kind]}/${periodId}${scheduleId == null ? '' : `?scheduleId=${scheduleId}`}`
}

/** The page of a room for questions. */
export function answerRoomUrl(roomId: number): string {
  return `/solutionRoom/${roomId}`
}

/** Whether a lesson is on at `now`, or begins soon. */
export function isRoomOpen(
  { begDate, endDate }: { begDate: number | null; endDate: number | null },
  now: number,
): boolean {
  return begDate !== null && endDate !== null && liveStatusAt(begDate - roomEarlyMs, endDate, now) === LiveStatus.live
}
