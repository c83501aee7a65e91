import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { SystemMessage } from '#shared/contract/enums.ts'
import type { ImMessage, SystemContent } from '#shared/contract/im-fields.ts'
import { appendMessage, lockGroup } from './message-store.ts'

type Room = Pick<RoomRow, 'groupId' | 'groupKey'>

/** Appends a system message to a room's sequence within a transaction; it goes out to everybody when that has committed. */
export async function appendSystem(
  ctx: Pick<BackendContext, 'clock' | 'im'>,
  trx: DatabaseTransaction,
  {
    room,
    type,
    content,
    byUserId,
  }: { room: Room; type: SystemMessage; content: SystemContent; byUserId: number | null },
): Promise<ImMessage> {
  await lockGroup(trx, room.groupId)
  const message = await appendMessage(trx, room.groupId, {
    message: { fromUserId: byUserId, systemType: type, content },
    now: new Date(ctx.clock.now()),
    mayBeMuted: false,
  })
  if (!message) throw new Error(`The room ${room.groupKey} has no chat.`)
  afterCommit(() => ctx.im.publish(room.groupKey, message))
  return message
}
