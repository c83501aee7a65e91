import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { SmsChannel } from '#server/backend/db/tables/sign-in-tables.ts'
import type { SmsPurpose } from '#shared/contract/enums.ts'
import type { SentCode } from './sms-wait.ts'

export interface PhoneNumber {
  readonly nationCode: number
  readonly phone: string
}

export interface NewCode extends PhoneNumber {
  readonly purpose: SmsPurpose
  readonly channel: SmsChannel
  readonly codeHash: Buffer
  readonly userId: number | null
  readonly ip: string | null
  readonly withCaptcha: boolean
  /** Of the browser that asks. */
  readonly browserHash: Buffer
  readonly sentAt: Date
  readonly expiresAt: Date
}

/** Whoever sends to this number next waits until the transaction ends. */
export async function lockNumber(
  trx: DatabaseTransaction,
  { nationCode, phone }: PhoneNumber,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('smsNumbers')
    .values({ nationCode, phone, touchedAt: now })
    .onConflict((conflict) => conflict.columns(['nationCode', 'phone']).doUpdateSet({ touchedAt: now }))
    .execute()
}

/** Everything that went to a number after `since`. */
export function findSent(db: Database, { nationCode, phone }: PhoneNumber, since: Date): Promise<SentCode[]> {
  return db
    .selectFrom('smsCodes')
    .select(['smsCodes.channel', 'smsCodes.sentAt', 'smsCodes.failedAt'])
    .where('smsCodes.nationCode', '=', nationCode)
    .where('smsCodes.phone', '=', phone)
    .where('smsCodes.sentAt', '>', since)
    .execute()
}

/** Keeps a code; the one before it, for the same phone, purpose and browser, is of no use from now on. Answers its key. */
export async function insertCode(trx: DatabaseTransaction, code: NewCode): Promise<number> {
  await trx
    .updateTable('smsCodes')
    .set({ replacedAt: code.sentAt })
    .where('smsCodes.nationCode', '=', code.nationCode)
    .where('smsCodes.phone', '=', code.phone)
    .where('smsCodes.purpose', '=', code.purpose)
    .where('smsCodes.browserHash', '=', code.browserHash)
    .where('smsCodes.usedAt', 'is', null)
    .where('smsCodes.replacedAt', 'is', null)
    .execute()
  const row = await trx.insertInto('smsCodes').values(code).returning('smsCodes.id').executeTakeFirstOrThrow()
  return row.id
}

/** The message didn't go out: the code is of no use. */
export async function markFailed(db: Database, id: number, now: Date): Promise<void> {
  await db
    .updateTable('smsCodes')
    .set({ failedAt: now, replacedAt: now })
    .where('smsCodes.id', '=', id)
    .where('smsCodes.replacedAt', 'is', null)
    .execute()
}

export interface CountedTry {
  readonly purposes: readonly SmsPurpose[]
  readonly browser: Buffer
  readonly now: Date
  /** So many tries each code has. */
  readonly most: number
}

/** Counts one try on every live code of the number for these purposes that this browser asked for, in one statement; answers their hashes. */
export function countTry(
  db: Database,
  { nationCode, phone }: PhoneNumber,
  { purposes, browser, now, most }: CountedTry,
): Promise<{ id: number; purpose: SmsPurpose; codeHash: Buffer }[]> {
  return db
    .updateTable('smsCodes')
    .set((eb) => ({ attempts: eb('smsCodes.attempts', '+', 1) }))
    .where('smsCodes.nationCode', '=', nationCode)
    .where('smsCodes.phone', '=', phone)
    .where('smsCodes.purpose', 'in', purposes)
    .where('smsCodes.browserHash', '=', browser)
    .where('smsCodes.usedAt', 'is', null)
    .where('smsCodes.replacedAt', 'is', null)
    .where('smsCodes.expiresAt', '>', now)
    .where('smsCodes.attempts', '<', most)
    .returning(['smsCodes.id', 'smsCodes.purpose', 'smsCodes.codeHash'])
    .execute()
}

/** True for the one call that uses the code up. */
export async function claimCode(db: Database, id: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('smsCodes')
    .set({ usedAt: now })
    .where('smsCodes.id', '=', id)
    .where('smsCodes.usedAt', 'is', null)
    .where('smsCodes.replacedAt', 'is', null)
    .returning('smsCodes.id')
    .executeTakeFirst()
  return row !== undefined
}

/** A message for which this browser solved a captcha went to this number for this purpose after `since`. */
export async function hasSolvedFor(
  db: Database,
  { nationCode, phone }: PhoneNumber,
  { purpose, browser, since }: { purpose: SmsPurpose; browser: Buffer; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('smsCodes')
    .select('smsCodes.id')
    .where('smsCodes.nationCode', '=', nationCode)
    .where('smsCodes.phone', '=', phone)
    .where('smsCodes.purpose', '=', purpose)
    .where('smsCodes.browserHash', '=', browser)
    .where('smsCodes.channel', '=', 'SMS')
    .where('smsCodes.withCaptcha', '=', true)
    .where('smsCodes.sentAt', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what is older than `before`: codes, numbers, and the developers' messages. Answers how many codes went. */
export async function forgetOldCodes(trx: DatabaseTransaction, before: Date): Promise<number> {
  const gone = await trx.deleteFrom('smsCodes').where('smsCodes.sentAt', '<', before).executeTakeFirst()
  await trx.deleteFrom('smsNumbers').where('smsNumbers.touchedAt', '<', before).execute()
  await trx.deleteFrom('smsOutbox').where('smsOutbox.sentAt', '<', before).execute()
  return Number(gone.numDeletedRows)
}

/** The number belongs to an account. */
export async function isAccountPhone(db: Database, { nationCode, phone }: PhoneNumber): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.nationCode', '=', nationCode)
    .where('users.phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined
}

/** The account's own number; undefined when it has no real one. */
export async function findRealPhone(db: Database, userId: number): Promise<PhoneNumber | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['users.nationCode', 'users.phone'])
    .where('users.id', '=', userId)
    .where('users.phoneIsReal', '=', true)
    .executeTakeFirst()
  return row?.phone == null ? undefined : { nationCode: row.nationCode, phone: row.phone }
}

/** The school sends codes to this country: the dial code is one of the list that learners choose from. */
export async function isServedCountry(db: Database, nationCode: number): Promise<boolean> {
  const row = await db
    .selectFrom('countryPhoneRegions')
    .select('countryPhoneRegions.code')
    .where('countryPhoneRegions.region', '=', nationCode)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
