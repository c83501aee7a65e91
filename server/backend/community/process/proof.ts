import type { MaySeeFile } from '#server/backend/homework/study-file-route.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { isProof } from './report-store.ts'

/** Pictures of reports and appeals are seen by who decides about them: those of reports never by whom they are about. */
export const maySeeProof: MaySeeFile = async (db, session, { ownerId, url }) =>
  hasRight(session, 'forum.case') && (await isProof(db, session.userId, url, ownerId))
