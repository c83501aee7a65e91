import type { Generated } from 'kysely'
import type { Json, Timestamp } from './account-tables.ts'

/** What the forum's due process keeps. */
export interface ForumProcessTables {
  forumPlateModerators: { plateId: number; userId: number; namedAt: Timestamp; namedBy: number }
  forumWords: {
    id: Generated<number>
    word: string
    /** As texts are compared with it. */
    folded: string
    /** 1 review, 2 refuse. */
    action: number
    version: Generated<number>
    savedBy: number
    savedAt: Timestamp
  }
  /** One row, which says anew with each change of the words that they have changed. */
  forumWordStamp: { onlyOne: Generated<boolean>; stamp: string }
  forumCases: {
    id: Generated<number>
    /** 1 review, 2 report. */
    kind: number
    /** 1 post, 2 revision, 3 comment. */
    target: number
    targetId: number
    postId: number
    plateId: number
    authorId: number
    openedAt: Timestamp
    dueAt: Timestamp
    claimedBy: number | null
    claimedUntil: Timestamp | null
    decisionId: number | null
    closedAt: Timestamp | null
    alertedAt: Timestamp | null
  }
  forumDecisions: {
    id: Generated<number>
    caseId: number | null
    /** 1 approve, 2 refuse, 3 remove, 4 keep, 5 warn, 6 ban. */
    act: number
    target: number | null
    targetId: number | null
    postId: number | null
    authorId: number
    /** The text as it was decided upon. */
    title: Generated<string>
    content: Generated<string>
    textKey: string | null
    clause: string | null
    reason: Generated<string>
    note: Generated<string>
    /** 0: for good. */
    banDays: number | null
    byId: number
    at: Timestamp
    tellAt: Timestamp
    toldAt: Timestamp | null
    takenBackAt: Timestamp | null
    /** Before it was told its text was changed or taken away. */
    lapsedAt: Timestamp | null
    /** Somebody else has said otherwise. */
    overturnedAt: Timestamp | null
  }
  forumReports: {
    id: Generated<number>
    caseId: number
    reporterId: number
    target: number
    targetId: number
    clause: string
    words: Generated<string>
    /** Addresses of private files. */
    pictures: Json<string[]>
    at: Timestamp
    toldAt: Timestamp | null
  }
  forumAppeals: {
    id: Generated<number>
    decisionId: number
    userId: number
    words: string
    /** Addresses of private files. */
    pictures: Json<string[]>
    at: Timestamp
    dueAt: Timestamp
    decidedBy: number | null
    decidedAt: Timestamp | null
    isWon: boolean | null
    answer: string | null
    alertedAt: Timestamp | null
  }
}
