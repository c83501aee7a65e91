import { sql } from 'kysely'
import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { AccountStatus } from '#shared/contract/enums.ts'
import { forgetBrowsers } from './known-browser-store.ts'

export interface Account {
  id: number
  nationCode: number
  /** Null until one is bound. */
  phone: string | null
  phoneIsReal: boolean
  passwordHash: string | null
  accountStatus: number
}

const columns = [
  'users.id',
  'users.nationCode',
  'users.phone',
  'users.phoneIsReal',
  'users.passwordHash',
  'users.accountStatus',
] as const

/** What a number is hashed as where it must not stand itself: counters, the log of sign-ins, ended accounts. */
export function accountHash(hash: KeyedHash, nationCode: number, phone: string): Buffer {
  return hash.of('account', `${nationCode}/${phone}`)
}

/** The one account of a number, a disabled one too; a deregistered account has none any more. */
export async function findAccountByPhone(
  db: Database,
  nationCode: number,
  phone: string,
): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(columns)
    .where('users.nationCode', '=', nationCode)
    .where('users.phone', '=', phone)
    .where('users.accountStatus', '!=', AccountStatus.deregistered)
    .executeTakeFirst()
}

/** Whose number and browser a password was typed with. */
export interface PasswordCaller {
  readonly nationCode: number
  readonly phone: string
  readonly accountHash: Buffer
  readonly browserHash: Buffer | undefined
}

/** What a try of a password needs to know. */
export interface PasswordAccount {
  /** Null for a number without an account. */
  readonly id: number | null
  readonly passwordHash: string | null
  /** The account was signed into in this browser before. */
  readonly isKnownBrowser: boolean
  /** An account of the number was deregistered. */
  readonly wasEnded: boolean
}

/** All of it in one question, the same for every number: the time of the answer says nothing of it. */
export async function findPasswordAccount(db: Database, caller: PasswordCaller): Promise<PasswordAccount> {
  const { nationCode, phone, accountHash: former, browserHash = null } = caller
  const { rows } = await sql<PasswordAccount>`
    select u.id, u.password_hash,
      exists (select 1 from known_browsers k where k.user_id = u.id and k.browser_hash = ${browserHash}::bytea) as is_known_browser,
      exists (select 1 from users f where f.former_phone_hash = ${former}::bytea) as was_ended
    from (select) as one left join users u
      on u.nation_code = ${nationCode} and u.phone = ${phone} and u.account_status <> ${sql.lit(AccountStatus.deregistered)}`.execute(
    db,
  )
  return rows[0] as PasswordAccount
}

/** The account of who is logged in; throws -3 when it is gone. */
export async function getAccount(db: Database, userId: number): Promise<Account> {
  const account = await db.selectFrom('users').select(columns).where('users.id', '=', userId).executeTakeFirst()
  if (!account) throw new ApiError(Code.LoginTimeout)
  return account
}

/** What an account is called, and its number. */
export function getName(db: Database, userId: number): Promise<{ nickname: string; phone: string | null }> {
  return db
    .selectFrom('users')
    .select(['users.nickname', 'users.phone'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Whether an account with this number was deregistered once. */
export async function wasDeregistered(db: Database, formerPhoneHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.formerPhoneHash', '=', formerPhoneHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the password of an account; `onlyFirst`: only when it has none. Answers whether it did. */
export async function setPassword(
  trx: DatabaseTransaction,
  userId: number,
  { passwordHash, onlyFirst = false }: { readonly passwordHash: string; readonly onlyFirst?: boolean },
  now: Date,
): Promise<boolean> {
  let query = trx
    .updateTable('users')
    .set({ passwordHash, passwordSetAt: now, updatedAt: now })
    .where('users.id', '=', userId)
  if (onlyFirst) query = query.where('users.passwordHash', 'is', null)
  const row = await query.returning('users.id').executeTakeFirst()
  // where the old password was known isn't where the account's owner is known
  if (row) await forgetBrowsers(trx, userId)
  return row !== undefined
}

const uniqueViolation = '23505'

/** Binds a number that its owner has proved; throws 5004 when it has an account by now. */
export async function bindPhone(
  trx: DatabaseTransaction,
  userId: number,
  number: { nationCode: number; phone: string },
  now: Date,
): Promise<void> {
  try {
    await trx
      .updateTable('users')
      .set({ ...number, phoneIsReal: true, updatedAt: now })
      .where('users.id', '=', userId)
      .execute()
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) throw new ApiError(Code.PhoneExists)
    throw error
  }
}
