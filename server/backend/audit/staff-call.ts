import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { isInTransaction } from '#server/backend/db/transaction-guard.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { hasRight, type Right, staffRights, staffRoleNames } from '#shared/contract/staff-rights.ts'
import { audit, type StaffAct } from './audit.ts'

/** What a handler of the staff says of what it did; the binding refuses a write that ended without a word. */
export interface StaffActs {
  /** Writes the audit row; inside the transaction that does the act. Throws outside of one. */
  record(trx: Database, act: StaffAct): Promise<void>
  /** The call changed nothing: the same one came before, or there was nothing to do. */
  unchanged(): void
}

/** What a handler of a staff call is given. Reads have no use for `acts`. */
export interface StaffCallContext extends CallContext {
  readonly acts: StaffActs
}

interface CountedActs extends StaffActs {
  /** How much was said. */
  readonly said: { count: number }
}

/**
 * The right under which somebody makes a staff call. For who has no role there is no such call (404); who has one
 * without the right is told so (403, code 4004).
 */
export function checkStaff({ route, right }: Pick<Endpoint, 'route' | 'right'>, session: Session | undefined): Right {
  if (!right) throw new Error(`${route} is a staff call and names no right.`)
  if (!session?.isStaff) throw new ApiError(Code.NotFound)
  if (hasRight(session, right)) return right
  const roles = session.roles.map((role) => staffRoleNames[role]).join('、')
  throw new ApiError(Code.Toast, `您的角色（${roles}）没有这项权限：${staffRights[right].name}`, 403)
}

/** The audit of one staff call. */
export function createStaffActs(call: CallContext, session: Session, right: Right): CountedActs {
  const said = { count: 0 }
  return {
    said,
    async record(trx, act) {
      if (!isInTransaction()) throw new Error(`${call.route} writes its audit row outside the transaction of its act.`)
      await audit(trx, call, { session, act, right })
      said.count += 1
    },
    unchanged() {
      said.count += 1
    },
  }
}

/**
 * Called when the handler has ended well; inside its transaction where it has one, which then rolls back. Throws for
 * a call that said nothing of what it did; what handlers did in steps of their own has been committed by then, so
 * that in production the answer stands and the log says it.
 */
export function requireAct(
  { route, config, log }: Pick<CallContext, 'route' | 'config' | 'log'>,
  { said }: CountedActs,
): void {
  if (said.count > 0) return
  const message = `${route} ended without an audit row.`
  if (isInTransaction() || config.siteEnv !== 'production') throw new Error(message)
  log.error({ route }, message)
}

/** Refuses who would do to themselves what staff do to others. */
export function refuseOneself({ userId }: Session, ownerId: number, doing: string): void {
  if (userId === ownerId) throw new ApiError(Code.Toast, `不能${doing}，请让其他同事处理`)
}
