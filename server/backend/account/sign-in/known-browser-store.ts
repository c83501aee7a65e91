import type { Database } from '#server/backend/db/database.ts'

/** No browser is known any more. */
export async function forgetBrowsers(trx: Database, userId: number): Promise<void> {
  await trx.deleteFrom('knownBrowsers').where('knownBrowsers.userId', '=', userId).execute()
}
