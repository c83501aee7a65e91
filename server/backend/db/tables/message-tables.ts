import type { Generated } from 'kysely'
import type { Json, Timestamp } from './account-tables.ts'

export interface MessageTables {
  notifyMessages: {
    id: Generated<number>
    title: string
    smallTitle: string | null
    contentHtml: string
    buttonName: string | null
    buttonUrl: string | null
    allowClose: Generated<boolean>
    needConfirm: Generated<boolean>
    reqSource: Generated<string>
    /** What it is about, 'order' for example. */
    topic: string | null
    /** Makes it happen once. */
    ref: string | null
    createdBy: number | null
    createdAt: Timestamp
    withdrawnAt: Timestamp | null
  }
  /** Its id is the msgId of the API. */
  userMessages: {
    id: Generated<number>
    messageId: number
    userId: number
    receivedAt: Timestamp
    readAt: Timestamp | null
    confirmedAt: Timestamp | null
  }
  /** Who of the staff did what. */
  staffAudits: {
    id: Generated<number>
    staffId: number
    action: string
    subject: string
    subjectId: string
    detail: Json<unknown>
    ip: string | null
    at: Timestamp
  }
}
