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

/** Where a lesson's homework is done; `scheduleId` names the class where there are several. */
export function homeworkUrl(periodId: number, scheduleId?: number | null): string {
  return `/homework/detail?periodId=${periodId}${scheduleId == null ? '' : `&scheduleId=${scheduleId}`}`
}

/** The name under which an address says at which second a film or a replay begins. */
export const secondName = 't'

/** The same at a second of its film or replay; null: as it is opened otherwise. */
export function lessonUrlAt(
  kind: PeriodKind,
  periodId: number,
  scheduleId: number | null,
  second: number | null,
): string {
  const url = lessonUrl(kind, periodId, scheduleId)
  return second === null ? url : `${url}${url.includes('?') ? '&' : '?'}${secondName}=${second}`
}

/** The second that an address names; undefined when it names none. */
export function readSecond(search: URLSearchParams): number | undefined {
  const text = search.get(secondName)
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
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
