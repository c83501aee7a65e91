import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { loadReader } from '#server/backend/catalogue/search/indexing/reading.ts'
import { insertSynonyms } from '#server/backend/catalogue/search/synonym-store.ts'
import { seedSynonyms } from './data/search-synonyms.ts'

/** Words that learners say, of a school that has none yet: a demo school of before there were any gets them, too. */
export async function seedSearchSynonyms(trx: DatabaseTransaction): Promise<void> {
  const known = await trx.selectFrom('searchSynonyms').select('searchSynonyms.id').limit(1).executeTakeFirst()
  if (known) return
  const colleges = await trx.selectFrom('colleges').select(['colleges.id', 'colleges.path']).execute()
  const idOf = new Map(colleges.map(({ id, path }) => [path, id]))
  const groups = seedSynonyms.map(({ subject, words, related }) => ({
    collegeId: idOf.get(subject) ?? null,
    words,
    related,
  }))
  await insertSynonyms(trx, groups, await loadReader())
}
