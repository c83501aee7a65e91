import type { Generated } from 'kysely'
import type { Json, Timestamp, TimestampByDefault } from './account-tables.ts'

export interface SiteTables {
  siteConfigs: { configKey: string; value: Json<unknown>; isPublic: Generated<boolean>; updatedAt: TimestampByDefault }
  seoEntries: {
    id: Generated<number>
    pageType: string
    refId: number | null
    title: string
    description: string
    keyWord: string
  }
  links: {
    id: Generated<number>
    kind: number
    name: string
    url: string
    sort: Generated<number>
    enabled: Generated<boolean>
  }
  countryPhoneRegions: { code: string; region: number; national: string; sort: Generated<number> }
  requiredFields: { form: string; field: string; required: boolean }
  hotSearches: {
    id: Generated<number>
    courseName: string
    url: string | null
    sort: Generated<number>
    enabled: Generated<boolean>
    version: Generated<number>
  }
  searchLogs: {
    id: Generated<number>
    term: string
    userId: number | null
    fingerprint: string | null
    total: number | null
    /** The term as it is compared; null where it is not to become a hot one. */
    folded: string | null
    /** A keyed hash of who searched. */
    searcher: string | null
    at: TimestampByDefault
  }
  hotTerms: { folded: string; term: string; searchers: number }
  agreements: {
    id: Generated<number>
    type: string
    version: number
    title: string
    contentHtml: string
    effectiveAt: Timestamp
    /** It came with the software; the operator has not put their own in its place. */
    isShipped: Generated<boolean>
  }
  companyIpRanges: { range: string; note: string | null }
}
