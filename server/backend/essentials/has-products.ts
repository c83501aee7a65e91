import type { Database } from '#server/backend/db/database.ts'

/** Whether the school has anything to learn yet. */
export async function hasProducts(db: Database): Promise<boolean> {
  const product = await db.selectFrom('products').select('products.id').limit(1).executeTakeFirst()
  return product !== undefined
}
