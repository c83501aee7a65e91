import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { isProof } from './report-store.ts'

/** Pictures of reports and appeals are seen by who decides about them: those of reports never by whom they are about. */
export async function maySeeProof(
  db: Database,
  session: Session,
  { ownerId, url }: { ownerId: number; url: string },
): Promise<boolean> {
  return hasRight(session, 'forum.case') && (await isProof(db, session.userId, url, ownerId))
}
