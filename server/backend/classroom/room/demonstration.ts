import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { appendMessage, lockGroup } from '#server/backend/classroom/chat/message-store.ts'
import { CustomMessage } from '#shared/contract/enums.ts'
import { listDueMessages } from './demonstration-store.ts'

/**
 * Says the messages of demonstrations that are due, each once, as what they are: custom messages of type 1, which clients mark. There are
 * none unless an operator has written some.
 */
export async function sayDue(ctx: BackendContext, now: Date): Promise<number> {
  let said = 0
  for (const due of await listDueMessages(ctx.db, now)) {
    const isSaid = await ctx.tx(async (trx) => {
      await lockGroup(trx, due.groupId)
      const [still] = await listDueMessages(trx, now, due.id)
      if (!still) return false
      const content = { text: due.content, at: [] }
      const message = await appendMessage(trx, due.groupId, {
        message: {
          fromUserId: null,
          fakeStudentId: due.studentId,
          userType: 'freeStudy',
          clientMsgId: `fake-${due.id}`,
          customType: CustomMessage.fake,
          content,
        },
        now,
        mayBeMuted: false,
      })
      if (message) afterCommit(() => ctx.im.publish(due.groupKey, message))
      return message !== undefined
    })
    if (isSaid) said += 1
  }
  return said
}
