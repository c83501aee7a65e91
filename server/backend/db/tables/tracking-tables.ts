import type { Generated } from 'kysely'
import type { Json, TimestampByDefault } from './account-tables.ts'

export interface TrackingTables {
  flowEvents: {
    id: Generated<number>
    at: TimestampByDefault
    type: string
    url: string | null
    referrer: string | null
    fingerprint: string | null
    userId: number | null
    payload: Json<unknown> | null
  }
  clientErrorLogs: {
    id: Generated<number>
    code: number
    url: string | null
    userId: number | null
    fingerprint: string | null
    userAgent: string | null
    payload: Json<unknown> | null
    at: TimestampByDefault
  }
}
