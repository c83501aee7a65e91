import { sql } from 'kysely'
import { indexChanges } from '#server/backend/catalogue/search/indexing/indexer.ts'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedAllArticles } from './seed-articles.ts'
import { seedClassStaff } from './seed-class-staff.ts'
import { seedClassSystems } from './seed-class-systems.ts'
import { seedCoupons } from './seed-coupons.ts'
import { seedCourses } from './seed-courses.ts'
import { seedExams } from './seed-exams.ts'
import { seedForum } from './seed-forum.ts'
import { seedHomework } from './seed-homework.ts'
import { seedPages } from './seed-pages.ts'
import { seedRooms } from './seed-rooms.ts'
import { seedSite } from './seed-site.ts'
import { seedStructure } from './seed-structure.ts'
import { seedSearchSynonyms } from './seed-synonyms.ts'
import { seedAllWorks } from './seed-works.ts'

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_203_002

/**
 * Fills an empty database with the demo school, in one transaction. Safe when several processes start at once:
 * the second one finds products and leaves. Answers whether it seeded. `developers`: with the developer accounts, whose
 * password anybody can read.
 */
export async function seedDatabase(
  database: OpenDatabase,
  { developers = true }: { developers?: boolean } = {},
): Promise<boolean> {
  const seeded = await database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
    const product = await trx.selectFrom('products').select('products.id').limit(1).executeTakeFirst()
    if (product) {
      await seedSearchSynonyms(trx)
      return false
    }
    await seedSite(trx)
    const subjects = await seedStructure(trx)
    if (developers) await seedAccounts(trx, subjects)
    const courses = await seedCourses(trx, subjects)
    await seedHomework(trx)
    await seedExams(trx)
    await seedClassSystems(trx, subjects, courses)
    await seedCoupons(trx)
    await seedAllArticles(trx, subjects)
    await seedAllWorks(trx, subjects)
    await seedPages(trx, subjects)
    await seedForum(trx)
    await seedRooms(trx)
    if (developers) await seedClassStaff(trx)
    await seedSearchSynonyms(trx)
    return true
  })
  if (seeded) await indexChanges(database)
  // freshly filled tables: the planner knows nothing of them, and an index alone answers nothing
  if (seeded) await sql`vacuum analyze`.execute(database.db)
  return seeded
}
