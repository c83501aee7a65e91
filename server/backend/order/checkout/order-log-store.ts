import type { Database } from '#server/backend/db/database.ts'

/** A step on an order's timeline. */
export interface OrderLogEntry {
  readonly orderId: number
  /** 'created', 'discount', 'cancelled', 'expired', 'paid' … */
  readonly event: string
  readonly from: number | null
  readonly to: number
  readonly actor: 'learner' | 'staff' | 'provider' | 'system'
  readonly actorId?: number | undefined
  readonly amountFen?: number | undefined
  /** In words, for the learner. */
  readonly note?: string | undefined
  readonly at: Date
}

/** Writes a step on the timeline, together with what it tells. */
export async function addLog(
  trx: Database,
  { orderId, event, from, to, actor, actorId, amountFen, note, at }: OrderLogEntry,
): Promise<void> {
  await trx
    .insertInto('orderLogs')
    .values({
      orderId,
      event,
      fromStatus: from,
      toStatus: to,
      actor,
      actorId: actorId ?? null,
      amountFen: amountFen ?? null,
      note: note ?? null,
      at,
    })
    .execute()
}
