import type { Generated } from 'kysely'
import type { FeedbackType, TicketKind, TicketSide, TicketState } from '#shared/contract/enums.ts'
import type { Timestamp } from './account-tables.ts'

/** The school's hours, and what it is told and answers. */
export interface TicketTables {
  /** 1 Monday to 7 Sunday; minutes after midnight in Asia/Shanghai. */
  serviceHours: { weekday: number; fromMinute: number; toMinute: number }
  /** Days that differ; open ones are make-up days. */
  serviceDays: { day: string; name: string; isOpen: boolean; fromMinute: number | null; toMinute: number | null }
  /** At most one row; none while the setting's week holds. */
  serviceHoursEdits: { id: Generated<boolean>; version: number; updatedAt: Timestamp; shown: Generated<string> }
  complaintProblems: {
    id: Generated<number>
    parentId: number | null
    name: string
    sort: Generated<number>
    enabled: Generated<boolean>
  }
  tickets: {
    id: Generated<number>
    no: string
    kind: TicketKind
    state: Generated<TicketState>
    /** Null: a visitor's. */
    userId: number | null
    contact: string | null
    category: FeedbackType | null
    problemId: number | null
    courseId: number | null
    periodId: number | null
    refundRequestId: number | null
    ownerId: number | null
    /** Until when the next answer is promised. */
    dueAt: Timestamp
    firstDueAt: Timestamp
    firstAnsweredAt: Timestamp | null
    /** The last answer of the staff. */
    answeredAt: Timestamp | null
    /** When the head masters were told that it is late. */
    escalatedAt: Timestamp | null
    closedAt: Timestamp | null
    rating: number | null
    ratingWords: string | null
    ratedAt: Timestamp | null
    reopened: Generated<number>
    /** Number of the last message. */
    lastSeq: Generated<number>
    version: Generated<number>
    clientToken: string | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  ticketMessages: {
    id: Generated<number>
    ticketId: number
    /** From 1, without gaps. */
    seq: number
    side: TicketSide
    /** Null: a visitor, or the machine. */
    userId: number | null
    content: string
    clientToken: string | null
    at: Timestamp
  }
  ticketPictures: { messageId: number; sort: number; url: string; name: string; contentType: string }
  /** Whom a ticket is about, and who therefore never sees it. */
  ticketHidden: { ticketId: number; userId: number }
  cannedAnswers: {
    id: Generated<number>
    title: string
    content: string
    sort: Generated<number>
    version: Generated<number>
    updatedAt: Timestamp
  }
}
