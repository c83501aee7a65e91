import type { CallContext, Session } from '#server/backend/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'

/** What a member of staff did to what. */
export interface StaffAct {
  /** 'order.create', 'refund.decide' … */
  readonly action: string
  /** The kind of thing and its number or key. */
  readonly subject: string
  readonly subjectId: string | number
  /** Without secrets. */
  readonly detail?: object
}

/** Writes down who of the staff did what, from where; where the act has a transaction, in the same one. */
export async function audit(db: Database, ctx: Pick<CallContext, 'address' | 'clock'>, session: Session, { action, subject, subjectId, detail = {} }: StaffAct): Promise<void> {
  await db
    .insertInto('staffAudits')
    .values({
      staffId: session.userId,
      action,
      subject,
      subjectId: String(subjectId),
      detail: JSON.stringify(detail),
      ip: /^[0-9a-f.:]+$/i.test(ctx.address) ? ctx.address : null,
      at: new Date(ctx.clock.now()),
    })
    .execute()
}
