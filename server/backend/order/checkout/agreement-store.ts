import type { Database } from '#server/backend/db/database.ts'

/** What a product without an agreement of its own is sold under. */
const usualType = 'purchase'

/** The version of a purchase's agreement that is in force at `now`; undefined when there is none. */
export async function findAgreement(
  db: Database,
  type: string | null,
  now: Date,
): Promise<{ id: number; type: string; version: number; title: string } | undefined> {
  return db
    .selectFrom('agreements')
    .select(['agreements.id', 'agreements.type', 'agreements.version', 'agreements.title'])
    .where('agreements.type', '=', type ?? usualType)
    .where('agreements.effectiveAt', '<=', now)
    .orderBy('agreements.version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The agreement that a product is sold under at `now`. */
export async function findAgreementOf(db: Database, productId: number, now: Date): ReturnType<typeof findAgreement> {
  const product = await db
    .selectFrom('products')
    .select('products.agreementType')
    .where('products.id', '=', productId)
    .executeTakeFirst()
  return findAgreement(db, product?.agreementType ?? null, now)
}

/** Whether the learner has accepted, or refused, an order's agreement; undefined when they said nothing. */
export async function findAcceptance(db: Database, orderId: number): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('orderAgreements')
    .select('orderAgreements.accepted')
    .where('orderAgreements.orderId', '=', orderId)
    .executeTakeFirst()
  return row?.accepted
}

/** Writes down which version was accepted or refused, when and from where; the last word counts. */
export async function saveAcceptance(
  trx: Database,
  row: { orderId: number; agreementId: number; accepted: boolean; ip: string | null; at: Date },
): Promise<void> {
  const { orderId: _orderId, ...said } = row
  await trx
    .insertInto('orderAgreements')
    .values(row)
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(said))
    .execute()
}
