import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'

const lifeMs = 60_000
/** So long a token waits for its choice once it was opened while somebody else was signed in. */
const choiceMs = 5 * 60_000

/** A token for a link into the site: good once, for a minute. */
export async function issueLinkToken(
  trx: DatabaseTransaction,
  userId: number,
  now: Date,
): Promise<{ token: string; expireTime: number }> {
  const token = randomToken()
  const expiresAt = new Date(now.getTime() + lifeMs)
  await trx
    .deleteFrom('linkTokens')
    .where('linkTokens.userId', '=', userId)
    .where('linkTokens.expiresAt', '<=', now)
    .execute()
  await trx
    .insertInto('linkTokens')
    .values({ tokenHash: hashToken(token), userId, createdAt: now, expiresAt })
    .execute()
  return { token, expireTime: expiresAt.getTime() }
}

/** Spends a link's token; answers whose it was to the one call that does. One that waits for a choice isn't spent by its address. */
export async function spendLinkToken(trx: DatabaseTransaction, token: string, now: Date): Promise<number | undefined> {
  const row = await trx
    .updateTable('linkTokens')
    .set({ consumedAt: now })
    .where('linkTokens.tokenHash', '=', hashToken(token))
    .where('linkTokens.choiceId', 'is', null)
    .where('linkTokens.consumedAt', 'is', null)
    .where('linkTokens.expiresAt', '>', now)
    .returning('linkTokens.userId')
    .executeTakeFirst()
  return row?.userId
}

/** Whose a link's token is while it is good; nothing is spent. */
export async function findLinkOwner(db: Database, token: string, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('linkTokens')
    .select('linkTokens.userId')
    .where('linkTokens.tokenHash', '=', hashToken(token))
    .where('linkTokens.choiceId', 'is', null)
    .where('linkTokens.consumedAt', 'is', null)
    .where('linkTokens.expiresAt', '>', now)
    .executeTakeFirst()
  return row?.userId
}

/** In which session a link waits, and under which id its page knows it. */
interface ChoiceKey {
  readonly sessionId: string
  readonly choiceId: string
}

/**
 * Sets a token aside until somebody chooses in `sessionId`: its address is of no use any more. What waited in that session before is void.
 * False when it was spent meanwhile.
 */
export async function holdForChoice(
  trx: DatabaseTransaction,
  token: string,
  { sessionId, choiceId }: ChoiceKey,
  now: Date,
): Promise<boolean> {
  await trx.deleteFrom('linkTokens').where('linkTokens.choiceSessionId', '=', sessionId).execute()
  const row = await trx
    .updateTable('linkTokens')
    .set({ choiceId, choiceSessionId: sessionId, expiresAt: new Date(now.getTime() + choiceMs) })
    .where('linkTokens.tokenHash', '=', hashToken(token))
    .where('linkTokens.choiceId', 'is', null)
    .where('linkTokens.consumedAt', 'is', null)
    .returning('linkTokens.userId')
    .executeTakeFirst()
  return row !== undefined
}

export interface NamedAccount {
  readonly userId: number
  readonly nickname: string
  /** Null until one is bound. */
  readonly phone: string | null
}

/** What waits for a choice in a session: its id, and whose account the link is of. */
export async function findChoice(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<{ choiceId: string; other: NamedAccount } | undefined> {
  const row = await db
    .selectFrom('linkTokens')
    .innerJoin('users', 'users.id', 'linkTokens.userId')
    .select(['linkTokens.choiceId', 'linkTokens.userId', 'users.nickname', 'users.phone'])
    .where('linkTokens.choiceSessionId', '=', sessionId)
    .where('linkTokens.consumedAt', 'is', null)
    .where('linkTokens.expiresAt', '>', now)
    .executeTakeFirst()
  if (!row?.choiceId) return undefined
  const { choiceId, ...other } = row
  return { choiceId, other }
}

/** Spends what waits in this session under this id; answers whose it was to the one call that does. */
export async function spendChoice(
  trx: DatabaseTransaction,
  { sessionId, choiceId }: ChoiceKey,
  now: Date,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('linkTokens')
    .set({ consumedAt: now })
    .where('linkTokens.choiceId', '=', choiceId)
    .where('linkTokens.choiceSessionId', '=', sessionId)
    .where('linkTokens.consumedAt', 'is', null)
    .where('linkTokens.expiresAt', '>', now)
    .returning('linkTokens.userId')
    .executeTakeFirst()
  return row?.userId
}

/** Tokens of an account that would still open a session, newest first. */
export async function listLinkTokens(
  db: Database,
  userId: number,
  now: Date,
): Promise<{ createdAt: Date; expiresAt: Date }[]> {
  return db
    .selectFrom('linkTokens')
    .select(['linkTokens.createdAt', 'linkTokens.expiresAt'])
    .where('linkTokens.userId', '=', userId)
    .where('linkTokens.consumedAt', 'is', null)
    .where('linkTokens.expiresAt', '>', now)
    .orderBy(sql`created_at`, 'desc')
    .execute()
}

/** Makes every unused token of an account void. */
export async function voidLinkTokens(trx: Database, userId: number): Promise<void> {
  await trx
    .deleteFrom('linkTokens')
    .where('linkTokens.userId', '=', userId)
    .where('linkTokens.consumedAt', 'is', null)
    .execute()
}
