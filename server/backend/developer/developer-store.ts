import type { Database } from '#server/backend/db/database.ts'
import { developerAccounts, developerPassword } from './developer-accounts.ts'
import type { DeveloperInfo } from '#shared/contract/developer.ts'

/** Those of the seed's developer accounts that are there, under their present names. */
export async function nameAccounts(db: Database): Promise<DeveloperInfo['accounts']> {
  const phones = developerAccounts.map((account) => account.phone)
  const rows = await db
    .selectFrom('users')
    .select(['users.nickname', 'users.phone'])
    .where('users.nationCode', '=', 86)
    .where('users.phone', 'in', phones)
    .execute()
  return developerAccounts.flatMap(({ key, phone }) => {
    const row = rows.find((one) => one.phone === phone)
    return row ? [{ name: row.nickname, role: key, phone, password: developerPassword }] : []
  })
}

/** The newest messages of the outbox. */
export async function listMessages(db: Database, most: number): Promise<DeveloperInfo['messages']> {
  const rows = await db
    .selectFrom('smsOutbox')
    .select(['smsOutbox.nationCode', 'smsOutbox.phone', 'smsOutbox.channel', 'smsOutbox.content', 'smsOutbox.sentAt'])
    .orderBy('smsOutbox.sentAt', 'desc')
    .orderBy('smsOutbox.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ nationCode, phone, channel, content, sentAt }) => ({
    number: `+${nationCode} ${phone}`,
    channel,
    code: /\d{6}/.exec(content)?.[0] ?? '',
    content,
    sentAt: sentAt.getTime(),
  }))
}

/** The newest slide puzzles and their answers. */
export async function listPuzzles(db: Database, most: number): Promise<DeveloperInfo['puzzles']> {
  const rows = await db
    .selectFrom('captchaChallenges')
    .select(['captchaChallenges.token', 'captchaChallenges.answerX'])
    .where('captchaChallenges.captchaType', '=', 'blockPuzzle')
    .orderBy('captchaChallenges.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ token, answerX }) => ({ token, x: answerX ?? 0 }))
}

/** An account whose password is kept as this hash. */
export function findByPasswordHash(db: Database, passwordHash: string): Promise<{ phone: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select('users.phone')
    .where('users.passwordHash', '=', passwordHash)
    .limit(1)
    .executeTakeFirst()
}
