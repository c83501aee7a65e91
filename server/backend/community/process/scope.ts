import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import type { QueueScope } from './case-store.ts'
import { listModerated } from './plate-rules-store.ts'

/** What somebody of the staff may look at: all plates, or those that they moderate. */
export async function scopeOf(db: Database, session: Session): Promise<QueueScope> {
  const { userId } = session
  if (hasRight(session, 'forum.all-plates')) return { plateIds: null, userId }
  return { plateIds: await listModerated(db, userId), userId }
}

/** Throws for who doesn't moderate this plate. */
export async function checkPlate(db: Database, session: Session, plateId: number): Promise<void> {
  const { plateIds } = await scopeOf(db, session)
  if (plateIds !== null && !plateIds.includes(plateId)) throw new ApiError(Code.Toast, '您不是这个版块的管理人', 403)
}
