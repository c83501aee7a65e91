import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { LinkKind } from '#shared/contract/enums.ts'
import { friendlyLinks, hotSearches, seo } from './data/site.ts'
import { seedCannedAnswers } from './learner-tickets.ts'
import { insertEssentials } from '#server/backend/essentials/insert-essentials.ts'
import { insertRows } from '#server/backend/db/insert-rows.ts'

const agreementsSince = new Date('2024-01-01T00:00:00+08:00')

/** SEO texts, links, dialling codes, hot searches, required fields and legal texts. */
export async function seedSite(trx: DatabaseTransaction): Promise<void> {
  await insertRows(
    trx,
    'seoEntries',
    seo.map(({ pageType, title, description, keyWord }) => ({ pageType, title, description, keyWord })),
  )
  await insertRows(
    trx,
    'links',
    friendlyLinks.map(([name, url], sort) => ({ kind: LinkKind.friendly, name, url, sort })),
  )
  await insertEssentials(trx, agreementsSince, false)
  await seedCannedAnswers(trx, agreementsSince)
  await insertRows(
    trx,
    'hotSearches',
    hotSearches.map((courseName, sort) => ({ courseName, sort })),
  )
}
