import type { ColumnType, Generated } from 'kysely'
import type { MessageKind } from '#shared/contract/enums.ts'
import type { Right } from '#shared/contract/staff-rights.ts'
import type { Json, Timestamp } from './account-tables.ts'

type NullableJson = ColumnType<unknown, string | null, never>

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
    /** Of a message of the staff: to whom it goes; null for what the school's own events tell. */
    audience: 'user' | 'schedule' | 'everybody' | null
    /** Key of the account or the class. */
    audienceId: number | null
    /** Up to this account it has gone out. */
    deliveredUntil: number | null
    deliveredAt: Timestamp | null
  }
  /** Its id is the msgId of the API. */
  userMessages: {
    id: Generated<number>
    messageId: number
    userId: number
    receivedAt: Timestamp
    readAt: Timestamp | null
    confirmedAt: Timestamp | null
    /** Which tab has it, as its topic says. */
    kind: Generated<MessageKind>
    /** Needs a confirmation and has none. */
    awaitsConfirm: Generated<boolean>
  }
  /** Who of the staff did what; rows are only ever added. */
  staffAudits: {
    id: Generated<number>
    staffId: number
    action: string
    subject: string
    subjectId: string
    detail: Json<unknown>
    ip: string | null
    at: Timestamp
    /** The call by its route; null in rows of before migration 019. */
    call: string | null
    /** What allowed it: a right of the table; null where a room's own rule did. */
    heldRight: Right | null
    before: NullableJson
    after: NullableJson
    /** What it gave away or took outside the site, in fen; 0 for everything without a ceiling. */
    worthFen: Generated<number>
  }
}
