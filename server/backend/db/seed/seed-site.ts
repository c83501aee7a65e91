import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { agreements } from './data/agreements.ts'
import { aboutLinks, countryPhones, friendlyLinks, hotSearches, requiredFields, seo } from './data/site.ts'
import { insertRows } from './insert-rows.ts'

const agreementsSince = '2024-01-01T00:00:00+08:00'

/** SEO texts, links, dialling codes, hot searches, required fields and legal texts. */
export async function seedSite(trx: DatabaseTransaction): Promise<void> {
  await insertRows(trx, 'seoEntries', seo.map(({ pageType, title, description, keyWord }) => ({ pageType, title, description, keyWord })))
  await insertRows(trx, 'links', [
    ...friendlyLinks.map(([name, url], sort) => ({ kind: 1, name, url, sort })),
    ...aboutLinks.map(([name, url], sort) => ({ kind: 2, name, url, sort })),
  ])
  await insertRows(trx, 'countryPhoneRegions', countryPhones.map((country, sort) => ({ ...country, sort })))
  await insertRows(trx, 'requiredFields', requiredFields.map(({ form, field, required }) => ({ form, field, required })))
  await insertRows(trx, 'hotSearches', hotSearches.map((courseName, sort) => ({ courseName, sort })))
  await insertRows(
    trx,
    'agreements',
    agreements.map(({ type, version, title, html }) => ({ type, version, title, contentHtml: html, effectiveAt: agreementsSince })),
  )
}
