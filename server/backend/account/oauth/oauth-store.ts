import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OauthIdentity } from '#server/backend/ports/oauth/oauth-client.ts'
import { hashToken } from '#server/backend/base/secret.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'

/** For a state and for a ticket. */
const lifeMs = 10 * 60_000

/** What a state is good for: this provider, this request, this browser, and this user where one is logged in. */
export interface StateUse {
  readonly state: string
  /** The browser's own secret. */
  readonly nonce: string
  readonly purpose: 'login' | 'bind'
  readonly userId: number | null
}

export async function insertState(
  db: Database,
  { state, nonce, ...use }: StateUse & { readonly provider: OauthProvider; readonly redirect: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto('oauthStates')
    .values({
      ...use,
      stateHash: hashToken(state),
      browserNonceHash: hashToken(nonce),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    })
    .execute()
}

/** Spends a state: answers what it was made for to the one call that does, undefined to every other and to every wrong one. */
export async function spendState(
  db: Database,
  { state, nonce, purpose, userId }: StateUse,
  provider: OauthProvider | undefined,
  now: Date,
): Promise<{ provider: OauthProvider; redirect: string | null } | undefined> {
  let query = db
    .updateTable('oauthStates')
    .set({ consumedAt: now })
    .where('oauthStates.stateHash', '=', hashToken(state))
    .where('oauthStates.browserNonceHash', '=', hashToken(nonce))
    .where('oauthStates.purpose', '=', purpose)
    .where('oauthStates.userId', userId === null ? 'is' : '=', userId)
    .where('oauthStates.consumedAt', 'is', null)
    .where('oauthStates.expiresAt', '>', now)
  if (provider !== undefined) query = query.where('oauthStates.provider', '=', provider)
  return query.returning(['oauthStates.provider', 'oauthStates.redirect']).executeTakeFirst()
}

/** An identity that has no account yet, until a phone is bound. */
export interface BindTicket {
  readonly provider: OauthProvider
  readonly identity: OauthIdentity
}

export async function insertTicket(
  db: Database,
  ticket: string,
  { provider, identity, redirect }: BindTicket & { readonly redirect: string | null },
  now: Date,
): Promise<void> {
  const { openId, unionId, ...profile } = identity
  await db
    .insertInto('oauthBindTickets')
    .values({
      ticketHash: hashToken(ticket),
      provider,
      openId,
      unionId,
      profile: JSON.stringify(profile),
      redirect,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    })
    .execute()
}

/** What a ticket stands for while it is good; nothing is spent. */
export async function findBindTicket(db: Database, ticket: string, now: Date): Promise<BindTicket | undefined> {
  const row = await db
    .selectFrom('oauthBindTickets')
    .select([
      'oauthBindTickets.provider',
      'oauthBindTickets.openId',
      'oauthBindTickets.unionId',
      'oauthBindTickets.profile',
    ])
    .where('oauthBindTickets.ticketHash', '=', hashToken(ticket))
    .where('oauthBindTickets.consumedAt', 'is', null)
    .where('oauthBindTickets.expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { nickname = '', headImg = null } = (row.profile ?? {}) as Partial<OauthIdentity>
  return { provider: row.provider, identity: { openId: row.openId, unionId: row.unionId, nickname, headImg } }
}

/** True for the one call that spends the ticket. */
export async function spendBindTicket(trx: DatabaseTransaction, ticket: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('oauthBindTickets')
    .set({ consumedAt: now })
    .where('oauthBindTickets.ticketHash', '=', hashToken(ticket))
    .where('oauthBindTickets.consumedAt', 'is', null)
    .where('oauthBindTickets.expiresAt', '>', now)
    .returning('oauthBindTickets.ticketHash')
    .executeTakeFirst()
  return row !== undefined
}

/** Whose identity it is, by its open id, else by its union id. */
export async function findHolder(
  db: Database,
  provider: OauthProvider,
  { openId, unionId }: OauthIdentity,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('oauthIdentities')
    .select('oauthIdentities.userId')
    .where('oauthIdentities.provider', '=', provider)
    .where((eb) =>
      unionId === null
        ? eb('oauthIdentities.openId', '=', openId)
        : eb.or([eb('oauthIdentities.openId', '=', openId), eb('oauthIdentities.unionId', '=', unionId)]),
    )
    .orderBy(sql`open_id = ${openId}`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.userId
}

/** The providers that an account is linked with. */
export async function listLinked(db: Database, userId: number): Promise<OauthProvider[]> {
  const rows = await db
    .selectFrom('oauthIdentities')
    .select('oauthIdentities.provider')
    .where('oauthIdentities.userId', '=', userId)
    .execute()
  return rows.map((row) => row.provider)
}

/** False when the identity has an account, or the account has an identity of this provider. */
export async function insertIdentity(
  trx: DatabaseTransaction,
  userId: number,
  { provider, identity, now }: { provider: OauthProvider; identity: OauthIdentity; now: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('oauthIdentities')
    .values({ ...identity, userId, provider, linkedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('oauthIdentities.id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteIdentity(trx: Database, userId: number, provider: OauthProvider): Promise<void> {
  await trx
    .deleteFrom('oauthIdentities')
    .where('oauthIdentities.userId', '=', userId)
    .where('oauthIdentities.provider', '=', provider)
    .execute()
}

/** What an account can be entered by, read under a lock so that two ways can't be taken away at once. */
export async function lockWaysIn(
  trx: Database,
  userId: number,
): Promise<{ hasPassword: boolean; phoneIsReal: boolean } | undefined> {
  const row = await trx
    .selectFrom('users')
    .select(['users.phone', 'users.phoneIsReal', 'users.passwordHash'])
    .where('users.id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  // a password goes with a number: without one there is nothing to type beside it
  return (
    row && {
      hasPassword: row.passwordHash !== null && row.phone !== null,
      phoneIsReal: row.phoneIsReal && row.phone !== null,
    }
  )
}
