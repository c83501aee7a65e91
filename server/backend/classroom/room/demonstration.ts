import { type RawBuilder, sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { appendMessage, lockGroup } from '#server/backend/classroom/chat/message-store.ts'
import { CustomMessage } from '#shared/contract/enums.ts'

const mostAtOnce = 200

interface DueRow {
  id: number
  groupId: number
  groupKey: string
  studentId: number
  content: string
}

/** SQL: what an operator has written for rooms that are on, whose moment has come, and which nobody has read yet. */
async function listDue(db: Database, now: Date, where: RawBuilder<unknown>): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select m.id, g.id as group_id, g.group_key, m.student_id, m.content
    from fake_messages m join live_rooms r on r.id = m.room_id join im_groups g on g.room_id = r.id
    where r.deleted_at is null and r.ended_at is null and r.begin_at + make_interval(secs => m.offset_sec) <= ${now} and r.end_at > ${now}
      and not exists (select 1 from im_messages x where x.group_id = g.id and x.client_msg_id = 'fake-' || m.id) and ${where}
    order by r.id, m.offset_sec, m.id limit ${sql.lit(mostAtOnce)}`.execute(db)
  return rows
}

/**
 * Says the messages of demonstrations that are due, each once, as what they are: custom messages of type 1, which clients mark. There are
 * none unless an operator has written some.
 */
export async function sayDue(ctx: BackendContext, now: Date): Promise<number> {
  let said = 0
  for (const due of await listDue(ctx.db, now, sql`true`)) {
    const isSaid = await ctx.tx(async (trx) => {
      await lockGroup(trx, due.groupId)
      const [still] = await listDue(trx, now, sql`m.id = ${due.id}`)
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
