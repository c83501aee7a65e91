import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { AccountStatus } from '#shared/contract/enums.ts'

/** Which of these accounts are in order. */
export function listActive(db: Database, asked: readonly number[]): Promise<{ id: number }[]> {
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', asked)
    .where('users.accountStatus', '=', AccountStatus.active)
    .execute()
}

/** A new account; undefined when the number has one. */
export function insertAccount(
  trx: DatabaseTransaction,
  {
    nationCode,
    phone,
    nickname,
    headImg,
    passwordHash,
    qqNum,
    now,
  }: {
    readonly nationCode: number
    readonly phone: string
    readonly nickname: string
    readonly headImg: string | null
    readonly passwordHash: string | null
    readonly qqNum: string | null
    readonly now: Date
  },
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('users')
    .values({
      nationCode,
      phone,
      phoneIsReal: true,
      nickname,
      headImg,
      passwordHash,
      passwordSetAt: passwordHash === null ? null : now,
      qqNum,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('users.id')
    .executeTakeFirst()
}

/** Where an account comes from. */
export async function insertAttribution(
  trx: DatabaseTransaction,
  {
    userId,
    inviters,
    source,
    now,
  }: {
    readonly userId: number
    readonly inviters: { inviteUserId: number | null; clueUserId: number | null }
    readonly source: string | null
    readonly now: Date
  },
): Promise<void> {
  await trx
    .insertInto('userAttributions')
    .values({ userId, ...inviters, source, createdAt: now })
    .execute()
}

/** The versions in force of the sign-up agreement and the privacy policy. */
export function listAgreementsInForce(trx: DatabaseTransaction, now: Date): Promise<{ id: number }[]> {
  return trx
    .selectFrom('agreements')
    .select('agreements.id')
    .distinctOn('agreements.type')
    .where('agreements.type', 'in', ['register', 'privacy'])
    .where('agreements.effectiveAt', '<=', now)
    .orderBy('agreements.type')
    .orderBy('agreements.version', 'desc')
    .execute()
}

/** Keeps what was agreed to. */
export async function insertAcceptances(
  trx: DatabaseTransaction,
  {
    inForce,
    userId,
    ip,
    context,
    now,
  }: {
    readonly inForce: readonly { readonly id: number }[]
    readonly userId: number
    readonly ip: string | null
    readonly context: 'register' | 'login' | 'oauth'
    readonly now: Date
  },
): Promise<void> {
  await trx
    .insertInto('agreementAcceptances')
    .values(inForce.map(({ id }) => ({ userId, agreementId: id, acceptedAt: now, ip, context })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
