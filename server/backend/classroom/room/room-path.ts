import { PeriodKind, RoomKind } from '#shared/contract/enums.ts'
import { answerRoomUrl, lessonUrl } from '#shared/rules/room-url.ts'
import type { RoomRow } from './room-store.ts'

/** The page of a room. */
export function roomPath({
  kind,
  id,
  periodId,
  scheduleId,
}: Pick<RoomRow, 'kind' | 'id' | 'periodId' | 'scheduleId'>): string {
  if (kind === RoomKind.answer || periodId === null) return answerRoomUrl(id)
  return lessonUrl(kind === RoomKind.aiLive ? PeriodKind.aiLive : PeriodKind.live, periodId, scheduleId)
}
