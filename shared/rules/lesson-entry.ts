import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { LessonEntry } from '#shared/contract/play-fields.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'

/** film: a recorded lesson; on, soon: the room is open; coming: later; over: to be watched again; shut: nothing is to be seen there. */
export type EntryMoment = 'film' | 'on' | 'soon' | 'coming' | 'over' | 'shut'

/** What a way leads to at `now`. What the room's staff did goes before the clock. */
export function entryMoment(
  { kind, begDate, endDate, liveStatus }: Pick<LessonEntry, 'kind' | 'begDate' | 'endDate' | 'liveStatus'>,
  now: number,
): EntryMoment {
  if (kind === PeriodKind.video) return 'film'
  if (begDate === null || endDate === null) return 'shut'
  // a film on the clock isn't shown again
  if (liveStatus === LiveStatus.ended || now >= endDate) return kind === PeriodKind.aiLive ? 'shut' : 'over'
  if (liveStatus === LiveStatus.live || now >= begDate) return 'on'
  return isRoomOpen({ begDate, endDate }, now) ? 'soon' : 'coming'
}
