import type { Database } from '#server/backend/db/database.ts'

/** The account was signed into in this browser. */
export async function rememberBrowser(trx: Database, userId: number, browserHash: Buffer, now: Date): Promise<void> {
  await trx
    .insertInto('knownBrowsers')
    .values({ userId, browserHash, usedAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'browserHash']).doUpdateSet({ usedAt: now }))
    .execute()
}

/** Whether the account of a number was signed into in this browser; one question for every number, with an account or without. */
export async function isKnownBrowser(
  db: Database,
  { nationCode, phone }: { nationCode: number; phone: string },
  browserHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('knownBrowsers')
    .innerJoin('users', 'users.id', 'knownBrowsers.userId')
    .select('knownBrowsers.userId')
    .where('users.nationCode', '=', nationCode)
    .where('users.phone', '=', phone)
    .where('knownBrowsers.browserHash', '=', browserHash)
    .executeTakeFirst()
  return row !== undefined
}

/** No browser is known any more. */
export async function forgetBrowsers(trx: Database, userId: number): Promise<void> {
  await trx.deleteFrom('knownBrowsers').where('knownBrowsers.userId', '=', userId).execute()
}
