import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { NoticeReason, PostStatus, SubmissionCode } from '#shared/contract/enums.ts'
import {
  Empty,
  Flag,
  Id,
  intBetween,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'
import { Author, PostCard } from '#shared/contract/post.ts'
import { commentPictureCount, mentionCount, postPictureCount } from '#shared/contract/forum-lengths.ts'

/** The same token again is the same text again: it answers what the first one did. */
const ClientToken = z.optional(z.string().check(z.regex(/^[\w-]{8,64}$/)))
/** As the upload answered it (`resUrl`). */
const PictureUrl = z.string().check(z.minLength(1), z.maxLength(300))
/** Lengths are counted in characters by the handlers, which say so in words. */
const longText = z.string().check(z.maxLength(90_000))
const shortText = z.string().check(z.maxLength(8000))
const version = intBetween(1, 1_000_000_000)

/** Where a text that isn't sent yet belongs: a new post of a plate, the edit of a post, an answer in a post or to one of its comments. */
const DraftPlace = z.string().check(z.regex(/^(?:plate\/\d{1,15}|post\/\d{1,15}|thread\/\d{1,15}(?:\/\d{1,15})?)$/))

const Picture = z.object({ url: Text, alt: Text })
const PictureIn = z.object({ url: PictureUrl, alt: z._default(z.string().check(z.maxLength(300)), '') })

const Sent = z.object({ id: z.number(), submissionCode: z.enum(SubmissionCode) })

const Draft = z.object({
  place: Text,
  plateId: z.nullable(z.number()),
  title: Text,
  content: Text,
  pictures: z.array(Picture),
  version: z.number(),
  savedTime: Time,
})
export type Draft = z.output<typeof Draft>

/** A comment that nobody but its author sees yet, or sees no more. */
const OwnComment = z.object({
  id: z.number(),
  parentId: z.nullable(z.number()),
  quote: z.nullable(z.object({ id: z.number(), floor: z.number(), nickname: Text, content: Text })),
  content: Text,
  pictures: z.array(Picture),
  status: z.enum(PostStatus),
  version: z.number(),
  sentTime: Time,
  /** When an answer may be expected; null where there is one. */
  dueTime: z.nullable(Time),
  /** Why it was refused. */
  reason: NullableText,
  reviewId: z.nullable(z.number()),
})
export type OwnComment = z.output<typeof OwnComment>

const Wanted = { wanted: Flag }
const Marked = z.object({ wanted: z.boolean(), count: z.number() })
const paged = { pageNum: PageNum, pageSize: pageSize(20) }

/** The forum's writing side (spec §7, BBS): what a learner sends, keeps and marks. */
export const postWritingApi = {
  /** Sends a post. Pictures of `images` that don't stand in the text come behind it. */
  add: endpoint('POST /api/post/add', {
    access: 'user',
    writes: 'one',
    input: z.object({
      title: shortText,
      categoryId: Id,
      content: z._default(longText, ''),
      images: z._default(z.array(PictureUrl).check(z.maxLength(postPictureCount)), []),
      clientToken: ClientToken,
      /** The draft that ends with it. */
      place: z.optional(DraftPlace),
    }),
    output: Sent,
  }),
  /** Sends another text in the place of one's own. What is public stays so until the new one is looked at, where the plate asks for it. */
  update: endpoint('POST /api/post/update', {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: Id,
      title: z.optional(shortText),
      categoryId: z.optional(Id),
      content: z.optional(longText),
      /** Of the text that was edited (`own-text`). */
      version,
    }),
    output: Sent,
  }),
  /** Deletes one's own post; for seven days it can be brought back. */
  delete: endpoint('GET /api/post/delete', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.literal(true),
  }),
  restore: endpoint('POST /api/post/restore', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: Sent,
  }),
  /** One's own posts that were deleted less than seven days ago. */
  deleted: endpoint('GET /api/post/deleted-list', {
    access: 'user',
    input: Empty,
    output: z.array(z.object({ id: z.number(), title: Text, deletedTime: Time, untilTime: Time })),
  }),
  /** One's own post as it is to be edited: the text that was sent last, whatever became of it. */
  ownText: endpoint('GET /api/post/own-text', {
    access: 'user',
    input: z.object({ id: Id }),
    output: z.object({
      id: z.number(),
      title: Text,
      content: Text,
      categoryId: z.number(),
      status: z.enum(PostStatus),
      version: z.number(),
      /** An edit waits or was refused; null when the last text is the public one. */
      revision: z.nullable(z.object({ id: z.number(), status: z.enum(PostStatus) })),
      sentTime: Time,
      dueTime: z.nullable(Time),
      reason: NullableText,
      reviewId: z.nullable(z.number()),
    }),
  }),
  addComment: endpoint('POST /api/post/comment/add-comment', {
    access: 'user',
    writes: 'one',
    input: z.object({
      postId: Id,
      content: shortText,
      /** The comment that is answered. */
      parentId: z.optional(Id),
      /** A comment of the same post that is cited. */
      quoteId: z.optional(Id),
      images: z._default(z.array(PictureIn).check(z.maxLength(commentPictureCount)), []),
      /** People of the thread who are called by name. */
      mentionIds: z._default(z.array(Id).check(z.maxLength(mentionCount)), []),
      clientToken: ClientToken,
    }),
    output: Sent,
  }),
  /** A comment that waits or was refused, whenever; a public one for ten minutes and while nobody has answered it. */
  updateComment: endpoint('POST /api/post/comment/update', {
    access: 'user',
    writes: 'one',
    input: z.object({
      id: Id,
      content: shortText,
      images: z._default(z.array(PictureIn).check(z.maxLength(commentPictureCount)), []),
      version,
    }),
    output: Sent,
  }),
  deleteComment: endpoint('POST /api/post/comment/delete', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.literal(true),
  }),
  restoreComment: endpoint('POST /api/post/comment/restore', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id }),
    output: Sent,
  }),
  like: endpoint('POST /api/post/like', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, ...Wanted }),
    output: Marked,
  }),
  likeComment: endpoint('POST /api/post/comment/like', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, ...Wanted }),
    output: Marked,
  }),
  collect: endpoint('POST /api/post/collect', {
    access: 'user',
    writes: 'one',
    input: z.object({ id: Id, ...Wanted }),
    output: Marked,
  }),
  /** Posts that one has collected, the last first; of one that isn't public any more only its number is told. */
  collections: endpoint('GET /api/post/my-collection-list', {
    access: 'user',
    input: z.object(paged),
    output: pageOf(z.object({ id: z.number(), collectTime: Time, post: z.nullable(PostCard) })),
  }),
  /** What a post's page shows to the caller alone. */
  mine: endpoint('GET /api/post/mine', {
    access: 'user',
    input: z.object({ id: Id }),
    output: z.object({
      isAuthor: z.boolean(),
      isLiked: z.boolean(),
      isCollected: z.boolean(),
      /** Comments of the post that the caller likes. */
      likedComments: z.array(z.number()),
      /** Public comments of the caller: `canEdit` until `editUntil`. */
      comments: z.array(z.object({ id: z.number(), version: z.number(), editUntil: z.nullable(Time) })),
      /** Those that wait or were refused. */
      waiting: z.array(OwnComment),
    }),
  }),
  /** Null: nothing is kept for this place. */
  draft: endpoint('GET /api/post/draft', {
    access: 'user',
    input: z.object({ place: DraftPlace }),
    output: z.nullable(Draft),
  }),
  drafts: endpoint('GET /api/post/draft-list', { access: 'user', input: Empty, output: z.array(Draft) }),
  /**
   * `version` is that of the draft as it was read, 0 for the first one. Another device's newer one, and one that was sent or dropped
   * meanwhile, is refused with 4004. Nothing at all drops it.
   */
  saveDraft: endpoint('POST /api/post/draft', {
    access: 'user',
    writes: 'one',
    input: z.object({
      place: DraftPlace,
      title: z._default(shortText, ''),
      content: z._default(longText, ''),
      pictures: z._default(z.array(PictureIn).check(z.maxLength(postPictureCount)), []),
      version: z._default(intBetween(0, 1_000_000_000), 0),
    }),
    output: z.nullable(Draft),
  }),
  /** Whether the caller is banned from writing; of somebody else it says nothing. */
  bannedStatus: endpoint('GET /api/post/banned-status', {
    access: 'user',
    input: z.object({ userId: z.optional(Id) }),
    output: z.boolean(),
  }),
  /** Comments that concern the caller, the last first. */
  myComments: endpoint('GET /api/post/my-comment-list', {
    access: 'user',
    input: z.object(paged),
    output: pageOf(
      z.object({
        id: z.number(),
        commentId: z.number(),
        fromUser: Author,
        postId: z.number(),
        postTitle: Text,
        content: Text,
        reason: z.enum(NoticeReason),
        floor: z.number(),
        /** Page of the post's comments on which it stands. */
        page: z.number(),
        createTime: Time,
        read: z.boolean(),
      }),
    ),
  }),
  /** Decisions on what the caller wrote, the last first. */
  myReviews: endpoint('GET /api/post/my-review-post-list', {
    access: 'user',
    input: z.object(paged),
    output: pageOf(
      z.object({
        id: z.number(),
        target: z.enum(['post', 'revision', 'comment']),
        postId: z.number(),
        title: Text,
        status: z.enum(PostStatus),
        reason: NullableText,
        reviewTime: Time,
        read: z.boolean(),
      }),
    ),
  }),
  newsCount: endpoint('GET /api/post/news-count', {
    access: 'user',
    input: Empty,
    output: z.object({ comments: z.number(), reviews: z.number() }),
  }),
  /** Everything up to this number (`id`) was seen. */
  newsSeen: endpoint('POST /api/post/news-seen', {
    access: 'user',
    writes: 'one',
    input: z.object({ kind: z.enum(['comment', 'review']), upTo: Id }),
    output: z.object({ comments: z.number(), reviews: z.number() }),
  }),
  /** People of a thread, for calling them by name. */
  people: endpoint('GET /api/post/people-list', {
    access: 'user',
    input: z.object({ postId: Id, text: z.optional(z.string().check(z.maxLength(32))) }),
    output: z.array(z.object({ id: z.number(), nickname: Text, headImg: NullableText })),
  }),
  visitSetting: endpoint('GET /api/post/visit-setting', {
    access: 'user',
    input: Empty,
    output: z.object({ shows: z.boolean() }),
  }),
  /** Whether others see that one came by; what was kept until then goes when it is switched off. */
  saveVisitSetting: endpoint('POST /api/post/visit-setting', {
    access: 'user',
    writes: 'one',
    input: z.object({ shows: Flag }),
    output: z.object({ shows: z.boolean() }),
  }),
}
