import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp, TimestampByDefault } from './account-tables.ts'

export interface ForumTables {
  forumPlates: {
    id: Generated<number>
    name: string
    icon: string | null
    description: string | null
    isRecommended: Generated<boolean>
    sort: Generated<number>
    postCount: Generated<number>
    /** 1 all, 2 newcomers, 3 none. */
    reviewMode: Generated<number>
    needsReview: GeneratedAlways<boolean>
    enabled: Generated<boolean>
  }
  forumPosts: {
    id: Generated<number>
    plateId: number
    userId: number
    title: string
    contentHtml: string
    /** The first words, without markup. */
    summary: Generated<string>
    coverImg: string | null
    /** 1 pending, 2 published, 3 rejected. */
    status: Generated<number>
    isTop: Generated<boolean>
    isEssence: Generated<boolean>
    viewCount: Generated<number>
    commentCount: Generated<number>
    lastFloor: Generated<number>
    clientToken: string | null
    /** Of the row, its pin and its marks. */
    version: Generated<number>
    /** Of title and text: an edit is made of one. */
    textVersion: Generated<number>
    likeCount: Generated<number>
    collectCount: Generated<number>
    /** When the text that waits for a decision was sent. */
    sentAt: Timestamp | null
    textHash: string | null
    createdAt: TimestampByDefault
    publishedAt: Timestamp | null
    updatedAt: Timestamp | null
    lastReplyAt: Timestamp | null
    /** Publication or the last answer, whichever is later. */
    activeAt: TimestampByDefault
    deletedAt: Timestamp | null
    deletedBy: number | null
    /** The staff took it down; it is deleted, too. */
    removedAt: Timestamp | null
    /** Its words went for good. */
    erasedAt: Timestamp | null
  }
  forumPostRevisions: {
    id: Generated<number>
    postId: number
    baseVersion: number
    title: string
    contentHtml: string
    status: Generated<number>
    createdAt: TimestampByDefault
  }
  forumComments: {
    id: Generated<number>
    postId: number
    userId: number
    /** The comment that is answered. */
    parentId: number | null
    /** The first comment of the thread; null for that one itself. */
    rootId: number | null
    /** Given with publication; what was taken away keeps it. */
    floor: number | null
    content: string
    status: Generated<number>
    clientToken: string | null
    /** A comment of the same post that is cited. */
    quoteId: number | null
    createdAt: TimestampByDefault
    sentAt: Timestamp | null
    publishedAt: Timestamp | null
    editedAt: Timestamp | null
    textVersion: Generated<number>
    likeCount: Generated<number>
    textHash: string | null
    deletedAt: Timestamp | null
    deletedBy: number | null
    /** The staff took it down; it is deleted, too. */
    removedAt: Timestamp | null
    /** Its words went for good. */
    erasedAt: Timestamp | null
  }
  forumCommentPictures: { commentId: number; sort: number; url: string; alt: Generated<string> }
  forumMentions: { commentId: number; userId: number }
  forumPostLikes: { postId: number; userId: number; at: Timestamp }
  forumCommentLikes: { commentId: number; userId: number; at: Timestamp }
  forumCollections: { postId: number; userId: number; at: Timestamp }
  /** What isn't sent yet, one a person and place: 'plate/3', 'post/12', 'thread/12', 'thread/12/77'. */
  forumDrafts: {
    id: Generated<number>
    userId: number
    place: string
    plateId: number | null
    postId: number | null
    title: Generated<string>
    content: Generated<string>
    pictures: Generated<unknown>
    version: Generated<number>
    savedAt: Timestamp
  }
  forumReviews: {
    id: Generated<number>
    target: 'post' | 'revision' | 'comment'
    targetId: number
    authorId: number
    result: number
    reason: string | null
    reviewerId: number | null
    at: TimestampByDefault
    seenAt: Timestamp | null
    decisionId: number | null
  }
  forumBans: {
    id: Generated<number>
    userId: number
    reason: string | null
    begunAt: TimestampByDefault
    untilAt: Timestamp | null
    liftedAt: Timestamp | null
    byUserId: number | null
    decisionId: number | null
    clause: string | null
    liftedBy: number | null
    liftReason: string | null
  }
  forumVisits: { ownerId: number; visitorId: number; visitedAt: TimestampByDefault }
  forumDayCounts: { plateId: number; day: string; posts: Generated<number>; comments: Generated<number> }
  forumCommentNotices: {
    id: Generated<number>
    commentId: number
    userId: number
    /** The nearest of the reasons: 1 own post, 2 own comment, 3 quoted, 4 called by name. */
    reason: Generated<number>
    seenAt: Timestamp | null
  }
}
