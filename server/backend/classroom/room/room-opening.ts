import type { Access } from '#server/backend/classroom/access/access-check.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import type { RoomRow } from './room-store.ts'

/** A room that its staff keep closed is as if it weren't there, but for them; one that nobody has opened yet keeps nobody out. */
export function whileRoomOpen(access: Access, room: Pick<RoomRow, 'isOpen'> | undefined): Access {
  return room === undefined || room.isOpen || access.isStaff
    ? access
    : { ...access, checkCode: CheckCode.noCourse, message: '教室还没有开放' }
}
