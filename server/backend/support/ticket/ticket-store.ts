import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { FeedbackType, TicketKind } from '#shared/contract/enums.ts'

/** A picture of a message. */
export interface PictureOf {
  readonly url: string
  readonly name: string
  readonly contentType: string
}

interface TicketRow {
  readonly no: string
  readonly kind: TicketKind
  readonly userId: number | null
  readonly dueAt: Date
  readonly contact?: string | null
  readonly category?: FeedbackType | null
  readonly problemId?: number | null
  readonly courseId?: number | null
  readonly periodId?: number | null
  readonly refundRequestId?: number | null
  readonly clientToken?: string | null
}

/** Undefined when its number or its token is there already. */
export async function insertTicket(trx: Database, ticket: TicketRow, now: Date): Promise<number | undefined> {
  const row = await trx
    .insertInto('tickets')
    .values({
      contact: null,
      category: null,
      problemId: null,
      courseId: null,
      periodId: null,
      refundRequestId: null,
      clientToken: null,
      ...ticket,
      firstDueAt: ticket.dueAt,
      ownerId: null,
      firstAnsweredAt: null,
      answeredAt: null,
      escalatedAt: null,
      closedAt: null,
      rating: null,
      ratingWords: null,
      ratedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The ticket that the same asker opened with a token, or the one appeal of a refund. */
export async function findSame(
  db: Database,
  { userId, clientToken, refundRequestId }: Pick<TicketRow, 'userId' | 'clientToken' | 'refundRequestId'>,
): Promise<{ id: number; no: string; dueAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; no: string; dueAt: Date }>`
    select id, no, first_due_at as due_at from tickets where coalesce(user_id, 0) = ${userId ?? 0} and client_token = ${clientToken ?? null}
    union select id, no, first_due_at from tickets where refund_request_id = ${refundRequestId ?? null}::bigint limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Accounts that never see a ticket. */
export async function hideTicket(trx: Database, ticketId: number, userIds: readonly number[]): Promise<void> {
  const rows = [...new Set(userIds)].map((userId) => ({ ticketId, userId }))
  if (rows.length > 0) await trx.insertInto('ticketHidden').values(rows).execute()
}
