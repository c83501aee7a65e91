import type { Database } from '#server/backend/db/database.ts'
import { TicketSide } from '#shared/contract/enums.ts'
import { type StaffRole, staffRoleNames } from '#shared/contract/staff-rights.ts'
import type { TicketMessage } from '#shared/contract/ticket-fields.ts'
import { listMessages, listPictures } from './ticket-message-store.ts'

/** Messages that are read at once. */
const most = 50
/** Of several roles the one that says most about who answers. */
const byWeight: readonly StaffRole[] = ['headMaster', 'education', 'follow', 'instructor', 'teacher']

function staffName(roles: readonly string[], isAdmin: boolean | null): string {
  const role = byWeight.find((one) => roles.includes(one))
  if (role === undefined) return isAdmin ? `工作人员 · ${staffRoleNames.administrator}` : '工作人员'
  return `工作人员 · ${staffRoleNames[role]}`
}

/** Messages of a ticket, the earlier first: the last ones, or the last before one. Staff stand there by their role. */
export async function readMessages(
  db: Database,
  ticketId: number,
  before: number | undefined,
): Promise<{ messages: (TicketMessage & { nickname: string | null })[]; more: boolean }> {
  const found = await listMessages(db, ticketId, { before, most: most + 1 })
  const rows = found.slice(0, most).reverse()
  const pictures = await listPictures(
    db,
    rows.map(({ id }) => id),
  )
  const messages = rows.map((row) => ({
    seq: row.seq,
    side: row.side,
    name:
      row.side === TicketSide.staff
        ? staffName(row.roles, row.isAdmin)
        : row.side === TicketSide.machine
          ? '系统'
          : (row.nickname ?? '访客'),
    nickname: row.nickname,
    content: row.content,
    pictures: pictures
      .filter(({ messageId }) => messageId === row.id)
      .map(({ url, name, contentType }) => ({ url, name, contentType })),
    time: row.at.getTime(),
  }))
  return { messages, more: found.length > most }
}
