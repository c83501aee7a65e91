import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

/** As the privacy policy says of security logs. */
const logDays = 180

/** Deletes the logs of sign-ins and of security, the sessions and the browsers of half a year ago, and one-time secrets that have been over for a day. Answers how many rows went. */
export async function forgetOldSignIns(trx: DatabaseTransaction, now: number): Promise<number> {
  const logsFrom = new Date(now - logDays * dayMs)
  const secretsFrom = new Date(now - dayMs)
  const gone = [
    await trx.deleteFrom('securityEvents').where('securityEvents.at', '<', logsFrom).executeTakeFirst(),
    await trx.deleteFrom('loginEvents').where('loginEvents.at', '<', logsFrom).executeTakeFirst(),
    await trx
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('sessions.endedAt', '<', logsFrom), eb('sessions.expiresAt', '<', logsFrom)]))
      .executeTakeFirst(),
    await trx.deleteFrom('knownBrowsers').where('knownBrowsers.usedAt', '<', logsFrom).executeTakeFirst(),
    await trx.deleteFrom('flowTickets').where('flowTickets.expiresAt', '<', secretsFrom).executeTakeFirst(),
    await trx.deleteFrom('linkTokens').where('linkTokens.expiresAt', '<', secretsFrom).executeTakeFirst(),
    await trx.deleteFrom('oauthStates').where('oauthStates.expiresAt', '<', secretsFrom).executeTakeFirst(),
    await trx.deleteFrom('oauthBindTickets').where('oauthBindTickets.expiresAt', '<', secretsFrom).executeTakeFirst(),
  ]
  return gone.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
}
