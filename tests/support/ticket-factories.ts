import { openTicket } from '#server/backend/support/ticket/open-ticket.ts'
import { TicketKind, TicketState } from '#shared/contract/enums.ts'
import type { TestBackend } from './backend-harness.ts'

export interface BuiltTicket {
  readonly id: number
  readonly no: string
  readonly version: number
}

/** A ticket, due in a day; with an owner it is taken. */
export async function buildTicket(
  backend: TestBackend,
  {
    userId,
    ownerId,
    kind = TicketKind.feedback,
    content = '课程表打不开',
    dueAt = new Date(backend.clock.now() + 24 * 3_600_000),
    hiddenFrom = [],
  }: {
    userId: number | null
    ownerId?: number
    kind?: TicketKind
    content?: string
    dueAt?: Date
    hiddenFrom?: readonly number[]
  },
): Promise<BuiltTicket> {
  const now = new Date(backend.clock.now())
  const { id, no } = await backend.context.tx((trx) =>
    openTicket(trx, { kind, userId, content, dueAt, hiddenFrom }, now),
  )
  if (ownerId !== undefined)
    await backend.db
      .updateTable('tickets')
      .set({ state: TicketState.taken, ownerId })
      .where('tickets.id', '=', id)
      .execute()
  return { id, no, version: 1 }
}
