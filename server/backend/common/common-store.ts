import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Agreement, CountryPhone, Link, Seo } from '#shared/contract/common.ts'
import { type AgreementType, CourseTypeKind, LinkKind, type SeoType } from '#shared/contract/enums.ts'
import type { Banner, CourseTypeNode } from '#shared/contract/fields.ts'

/** Level-1 types with their second level: learn directions of courses, or the second-level types of class systems. */
export async function listTypeNodes(db: Database, of: 'course' | 'classSystem'): Promise<CourseTypeNode[]> {
  const childKind = of === 'course' ? CourseTypeKind.direction : CourseTypeKind.classDirection
  const rows = await db
    .selectFrom('courseTypes')
    .select(['courseTypes.id', 'courseTypes.parentId', 'courseTypes.name', 'courseTypes.path'])
    .where('courseTypes.enabled', '=', true)
    .where('courseTypes.kind', 'in', [CourseTypeKind.subject, childKind])
    .orderBy('courseTypes.sort')
    .orderBy('courseTypes.id')
    .execute()
  const nodeOf = (row: (typeof rows)[number], level: number): CourseTypeNode => ({
    id: row.id,
    name: row.name,
    path: row.path,
    level,
    children: level === 1 ? rows.filter((child) => child.parentId === row.id).map((child) => nodeOf(child, 2)) : [],
  })
  return rows.filter((row) => row.parentId === null).map((row) => nodeOf(row, 1))
}

/** Banners of a page at `now`; on a college's page those of that college and those of every college. */
export async function listBanners(
  db: Database,
  page: string,
  collegeId: number | undefined,
  now: Date,
): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banners')
    .select(['banners.id', 'banners.img', 'banners.url', 'banners.title', 'banners.subTitle', 'banners.sort'])
    .where('banners.enabled', '=', true)
    .where('banners.page', '=', page)
    .where(({ eb, or }) =>
      or([
        eb('banners.collegeId', 'is', null),
        ...(collegeId === undefined ? [] : [eb('banners.collegeId', '=', collegeId)]),
      ]),
    )
    .where(({ eb, or }) => or([eb('banners.beginAt', 'is', null), eb('banners.beginAt', '<=', now)]))
    .where(({ eb, or }) => or([eb('banners.endAt', 'is', null), eb('banners.endAt', '>', now)]))
    .orderBy('banners.sort')
    .orderBy('banners.id')
    .limit(10)
    .execute()
  return rows.map((row) => ({ ...row, url: row.url ?? '', title: row.title ?? '', subTitle: row.subTitle ?? '' }))
}

/** The SEO texts of one thing, else of its page type, else the default ones. */
export async function findSeo(db: Database, type: SeoType, id: number | undefined): Promise<Seo | undefined> {
  return db
    .selectFrom('seoEntries')
    .select(['seoEntries.title', 'seoEntries.description', 'seoEntries.keyWord'])
    .where(({ eb, or, and }) =>
      or([
        and([
          eb('seoEntries.pageType', '=', type),
          or([eb('seoEntries.refId', 'is', null), ...(id === undefined ? [] : [eb('seoEntries.refId', '=', id)])]),
        ]),
        and([eb('seoEntries.pageType', '=', 'default'), eb('seoEntries.refId', 'is', null)]),
      ]),
    )
    .orderBy(sql`${sql.ref('seoEntries.pageType')} = ${type}`, 'desc')
    .orderBy('seoEntries.refId', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

export async function listLinks(db: Database): Promise<Link[]> {
  const rows = await db
    .selectFrom('links')
    .select(['links.name', 'links.url', 'links.kind'])
    .where('links.enabled', '=', true)
    .orderBy('links.kind')
    .orderBy('links.sort')
    .orderBy('links.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind === LinkKind.friendly ? LinkKind.friendly : LinkKind.about }))
}

export async function listCountryPhones(db: Database): Promise<CountryPhone[]> {
  return db
    .selectFrom('countryPhoneRegions')
    .select(['countryPhoneRegions.code', 'countryPhoneRegions.region', 'countryPhoneRegions.national'])
    .orderBy('countryPhoneRegions.sort')
    .orderBy('countryPhoneRegions.code')
    .execute()
}

/** Field name to 'must be filled' of a form. */
export async function listRequiredFields(db: Database, form: string): Promise<Record<string, boolean>> {
  const rows = await db
    .selectFrom('requiredFields')
    .select(['requiredFields.field', 'requiredFields.required'])
    .where('requiredFields.form', '=', form)
    .orderBy('requiredFields.field')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.field, row.required]))
}

/** The newest version that is in force at `now`. */
export async function findAgreement(db: Database, type: AgreementType, now: Date): Promise<Agreement | undefined> {
  const row = await db
    .selectFrom('agreements')
    .select(['agreements.version', 'agreements.title', 'agreements.contentHtml', 'agreements.effectiveAt'])
    .where('agreements.type', '=', type)
    .where('agreements.effectiveAt', '<=', now)
    .orderBy('agreements.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    type,
    version: row.version,
    title: row.title,
    contentHtml: row.contentHtml,
    effectiveDate: row.effectiveAt.getTime(),
  }
}

/** True when `address` lies in one of the company's ranges kept in the database. */
export async function isInCompanyRanges(db: Database, address: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select 1 from company_ip_ranges r where ${address}::inet <<= r.range) as found`.execute(db)
  return rows[0]?.found ?? false
}
