import type { Generated } from 'kysely'
import type { ConversationEvent, ConversationSide, RoundClosedBy } from '#shared/contract/enums.ts'
import type { Timestamp } from './account-tables.ts'

/** Customer service: conversations, who answers them, and what an inbox elsewhere has delivered. */
export interface ConversationTables {
  /** One an owner: an account, or a browser without one by the hash of its secret. */
  conversations: {
    id: Generated<number>
    userId: number | null
    visitorHash: Buffer | null
    /** Where a visitor wants to be answered. */
    contact: string | null
    lastSeq: Generated<number>
    /** Up to here its owner has seen it. */
    seenSeq: Generated<number>
    /** Number and moment of the last answer. */
    answeredSeq: Generated<number>
    answeredAt: Timestamp | null
    /** Up to here its owner was told of answers in the inbox. */
    toldSeq: Generated<number>
    /** Of the last round; 0 before the first word. */
    roundNo: Generated<number>
    agentId: number | null
    /** When the first word came that nobody has answered. */
    waitingSince: Timestamp | null
    /** When its owner was told that nobody is there; null again when somebody is. */
    hoursOverAt: Timestamp | null
    createdAt: Timestamp
    lastAt: Timestamp
  }
  conversationRounds: {
    conversationId: number
    roundNo: number
    firstSeq: number
    openedAt: Timestamp
    /** Somebody was there when it began. */
    isOnDuty: boolean
    ticketNo: string | null
    /** Who answered last. */
    agentId: number | null
    firstAnswerAt: Timestamp | null
    answerSec: number | null
    closedAt: Timestamp | null
    closedBy: RoundClosedBy | null
    rating: number | null
    ratingWords: string | null
    ratedAt: Timestamp | null
  }
  conversationMessages: {
    conversationId: number
    seq: number
    roundNo: number
    side: ConversationSide
    event: ConversationEvent | null
    agentId: number | null
    clientMsgId: string | null
    content: string
    sentAt: Timestamp
  }
  conversationPictures: {
    conversationId: number
    seq: number
    sort: number
    url: string
    name: string
    contentType: string
  }
  /** Who took a conversation or was given it, and by whom. */
  conversationTurns: {
    id: Generated<number>
    conversationId: number
    roundNo: number
    agentId: number
    byId: number
    note: string | null
    at: Timestamp
  }
  supportAgents: { userId: number; seenAt: Timestamp; isAway: Generated<boolean> }
  /** Numbers of what an inbox elsewhere delivered: each is heard once. */
  inboxDeliveries: { id: string; at: Timestamp }
}
