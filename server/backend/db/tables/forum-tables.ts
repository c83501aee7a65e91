import type { Generated } from 'kysely'
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
    needsReview: Generated<boolean>
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
    version: Generated<number>
    createdAt: TimestampByDefault
    publishedAt: Timestamp | null
    updatedAt: Timestamp | null
    lastReplyAt: Timestamp | null
    /** Publication or the last answer, whichever is later. */
    activeAt: TimestampByDefault
    deletedAt: Timestamp | null
    deletedBy: number | null
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
    floor: number
    content: string
    status: Generated<number>
    clientToken: string | null
    createdAt: TimestampByDefault
    deletedAt: Timestamp | null
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
  }
  forumBans: {
    id: Generated<number>
    userId: number
    reason: string | null
    begunAt: TimestampByDefault
    untilAt: Timestamp | null
    liftedAt: Timestamp | null
    byUserId: number | null
  }
  forumVisits: { ownerId: number; visitorId: number; visitedAt: TimestampByDefault }
  forumDayCounts: { plateId: number; day: string; posts: Generated<number>; comments: Generated<number> }
  forumCommentNotices: { commentId: number; userId: number; seenAt: Timestamp | null }
}
