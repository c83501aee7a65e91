import type { Database } from '#server/backend/db/database.ts'

/** Answers why an account can't be ended now, in words for its owner, or nothing: whoever keeps what must be settled first has one. */
export type AccountObstacle = (db: Database, userId: number) => Promise<string | undefined>
