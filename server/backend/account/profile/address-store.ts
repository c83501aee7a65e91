import type { Database } from '#server/backend/db/database.ts'
import type { Address } from '#shared/contract/user.ts'

export type AddressValues = Omit<Address, 'id'>

/** A user's addresses, the default one first, then the last changed. */
export async function listAddresses(db: Database, userId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('userAddresses')
    .select([
      'userAddresses.id',
      'userAddresses.consignee',
      'userAddresses.nationCode',
      'userAddresses.phone',
      'userAddresses.province',
      'userAddresses.city',
      'userAddresses.district',
      'userAddresses.detail',
      'userAddresses.isDefault',
    ])
    .where('userAddresses.userId', '=', userId)
    .where('userAddresses.deletedAt', 'is', null)
    .orderBy('userAddresses.isDefault', 'desc')
    .orderBy('userAddresses.updatedAt', 'desc')
    .orderBy('userAddresses.id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    province: row.province ?? '',
    city: row.city ?? '',
    district: row.district ?? '',
  }))
}

/** Holds the user, so that of several saves at once each sees the one before; answers how many addresses there are. */
export async function lockAddresses(trx: Database, userId: number): Promise<number> {
  await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forUpdate().execute()
  const row = await trx
    .selectFrom('userAddresses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userAddresses.userId', '=', userId)
    .where('userAddresses.deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Another address becomes the default one. */
export async function dropDefault(trx: Database, userId: number, exceptId: number | undefined): Promise<void> {
  let query = trx
    .updateTable('userAddresses')
    .set({ isDefault: false })
    .where('userAddresses.userId', '=', userId)
    .where('userAddresses.isDefault', '=', true)
  if (exceptId !== undefined) query = query.where('userAddresses.id', '!=', exceptId)
  await query.execute()
}

export async function insertAddress(trx: Database, userId: number, values: AddressValues, now: Date): Promise<number> {
  const row = await trx
    .insertInto('userAddresses')
    .values({ userId, ...values, createdAt: now, updatedAt: now })
    .returning('userAddresses.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Changes an address of this user; false when they have none with this key. */
export async function updateAddress(
  trx: Database,
  userId: number,
  { id, values, now }: { id: number; values: AddressValues; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('userAddresses')
    .set({ ...values, updatedAt: now })
    .where('userAddresses.id', '=', id)
    .where('userAddresses.userId', '=', userId)
    .where('userAddresses.deletedAt', 'is', null)
    .returning('userAddresses.id')
    .executeTakeFirst()
  return row !== undefined
}
