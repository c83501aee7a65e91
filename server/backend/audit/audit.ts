import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { insertAudit } from './audit-store.ts'
import type { Right } from '#shared/contract/staff-rights.ts'

/** What a member of staff did to what. */
export interface StaffAct {
  /** 'order.create', 'refund.refuse' … */
  readonly action: string
  /** The kind of thing and its number or key. */
  readonly subject: string
  readonly subjectId: string | number
  /** What was asked, without secrets and without what is personal of learners. */
  readonly detail?: object
  /** What the thing was and what it is now, as far as it changed. */
  readonly before?: object | undefined
  readonly after?: object | undefined
  /** What was given away or taken outside the site, in fen; ceilings count it. */
  readonly worthFen?: number
}

type AuditContext = Pick<CallContext, 'address' | 'clock'> & Partial<Pick<CallContext, 'route'>>

/**
 * Writes down who of the staff did what, from where, in the transaction of the act: without the row there is no act.
 * Calls under `/api/staff` come here through `ctx.acts`, which knows the right; acts in a room have none but the
 * room's rule.
 */
export async function audit(
  db: Database,
  ctx: AuditContext,
  { session, act, right }: { session: Session; act: StaffAct; right?: Right | undefined },
): Promise<void> {
  const { action, subject, subjectId, detail = {}, before, after, worthFen = 0 } = act
  await insertAudit(db, {
    staffId: session.userId,
    action,
    subject,
    subjectId: String(subjectId),
    detail: JSON.stringify(detail),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    worthFen,
    call: ctx.route ?? null,
    heldRight: right ?? null,
    ip: /^[0-9a-f.:]+$/i.test(ctx.address) ? ctx.address : null,
    at: new Date(ctx.clock.now()),
  })
}
