import type { Generated } from 'kysely'
import type { UploadPurpose } from '#shared/rules/upload-rules.ts'
import type { Timestamp, TimestampByDefault } from './account-tables.ts'

export interface AccountCareTables {
  userAddresses: {
    id: Generated<number>
    userId: number
    consignee: string
    nationCode: Generated<number>
    phone: string
    province: string | null
    city: string | null
    district: string | null
    detail: string
    isDefault: Generated<boolean>
    createdAt: TimestampByDefault
    updatedAt: TimestampByDefault
    deletedAt: Timestamp | null
  }
  uploads: {
    id: Generated<number>
    userId: number | null
    objectKey: string
    /** The address that was given out for it. */
    resUrl: string
    purpose: Generated<UploadPurpose>
    name: string
    contentType: string
    sizeBytes: number | null
    md5: string
    /** 1 image, 2 video, 3 audio, 4 archive. */
    kind: number
    /** 1 pending, 2 stored, 3 purged. */
    state: Generated<number>
    createdAt: TimestampByDefault
    storedAt: Timestamp | null
    /** The private file that this one shows to everybody for a while. */
    copyOf: number | null
  }
  dataExports: {
    id: Generated<number>
    userId: number
    /** 1 being made, 2 ready, 3 failed, 4 gone. */
    state: Generated<number>
    fileKey: string | null
    sizeBytes: number | null
    requestedAt: Timestamp
    readyAt: Timestamp | null
    expiresAt: Timestamp | null
  }
  deregistrations: {
    id: Generated<number>
    userId: number
    reason: string | null
    requestedAt: Timestamp
    dueAt: Timestamp
    cancelledAt: Timestamp | null
    completedAt: Timestamp | null
    ip: string | null
  }
}
