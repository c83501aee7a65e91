import { findByPasswordHash } from './developer-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { DatabaseError } from '#server/backend/db/database-error.ts'
import { developerPasswordHash } from './developer-accounts.ts'

/**
 * Throws `DatabaseError` when accounts of the demo still have the password that everybody can read in its source, as in a
 * database that was filled for development: strangers would sign in as its administrator.
 */
export async function refusePublishedPasswords(db: Database): Promise<void> {
  const open = await findByPasswordHash(db, developerPasswordHash)
  if (!open) return
  throw new DatabaseError(
    'The database holds accounts of the demo with their published password; outside development use another database, or give these accounts other passwords first.',
  )
}
