import { RoomKind } from '#shared/contract/enums.ts'
import type { RoomRow } from './room-store.ts'

/** The page of a room. */
export function roomPath({ kind, id, periodId, scheduleId }: Pick<RoomRow, 'kind' | 'id' | 'periodId' | 'scheduleId'>): string {
  if (kind === RoomKind.answer) return `/solutionRoom/${id}`
  const area = kind === RoomKind.aiLive ? '/mind/play' : '/course/live/play'
  return `${area}/${periodId}${scheduleId === null ? '' : `?scheduleId=${scheduleId}`}`
}
