import { useEntryMoment } from '#client/features/common/lesson-entry.tsx'
import { usePurchase } from '#client/features/order/use-purchase.ts'
import type { Period } from '#shared/contract/course.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'

interface Rooms {
  /** The room of a lesson that is on or begins soon, for whoever may go in; undefined else. */
  roomOf: (period: Period) => string | undefined
  /** The one that the page leads to, unless the way of who has signed up does. */
  openUrl: string | undefined
  /** It is open to whom the course belongs or who teaches it, not to everybody. */
  isOwnRoom: boolean
  isOwned: boolean
}

/** Classrooms of a course that are open: the free ones to everybody, others to those whom the server lets in. */
export function useRooms(courseId: number, periods: readonly Period[], now: number | undefined): Rooms {
  const { purchase } = usePurchase(courseId)
  const way = purchase?.way
  const moment = useEntryMoment(way)
  const own = moment === 'on' || moment === 'soon' ? way : undefined
  const roomOf = (period: Period): string | undefined => {
    if (own?.periodId === period.id) return own.url
    return period.roomUrl !== null && now !== undefined && isRoomOpen(period, now) ? period.roomUrl : undefined
  }
  const everybodys = periods.map(roomOf).find((url) => url !== undefined)
  const isOwned = purchase?.isSignUp === true
  const isOwnRoom = own ? periods.find(({ id }) => id === own.periodId)?.roomUrl === null : false
  return { roomOf, openUrl: own ? (isOwned ? undefined : own.url) : everybodys, isOwnRoom, isOwned }
}
