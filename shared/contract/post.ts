import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { PostStatus } from '#shared/contract/enums.ts'
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
import { foundPageOf } from '#shared/contract/search.ts'

/** Who wrote something, as everybody may see them; `id` is 0 when the account has ended or is disabled: it has no page. */
export const Author = z.object({ id: z.number(), nickname: Text, headImg: NullableText, isStaff: z.boolean() })
export type Author = z.output<typeof Author>

export const Plate = z.object({
  id: z.number(),
  name: Text,
  /** One or two characters, or a picture's address. */
  icon: Text,
  description: Text,
  postCount: z.number(),
  todayCount: z.number(),
})
export type Plate = z.output<typeof Plate>

export const PostCard = z.object({
  id: z.number(),
  title: Text,
  /** The first words, without markup. */
  summary: Text,
  author: Author,
  category: z.object({ id: z.number(), name: Text }),
  commentCount: z.number(),
  viewCount: z.number(),
  createTime: Time,
  /** Last answer, or the post itself. */
  activeTime: Time,
  isTop: z.boolean(),
  isEssence: z.boolean(),
  /** First picture of the post. */
  coverImg: NullableText,
  status: z.enum(PostStatus),
})
export type PostCard = z.output<typeof PostCard>

export const PostDetail = z.object({
  id: z.number(),
  title: Text,
  /** Sanitised HTML. */
  content: Text,
  author: Author,
  category: z.object({ id: z.number(), name: Text }),
  status: z.enum(PostStatus),
  createTime: Time,
  updateTime: Time,
  viewCount: z.number(),
  commentCount: z.number(),
  likeCount: z.number(),
  collectCount: z.number(),
  isTop: z.boolean(),
  isEssence: z.boolean(),
})
export type PostDetail = z.output<typeof PostDetail>

export interface PostComment {
  id: number
  /** Plain text. */
  content: string
  author: Author
  floor: number
  createTime: number
  /** Was taken away: text and author are empty, the floor and the answers stay. */
  isDeleted: boolean
  /** Whom it answers, inside a thread. */
  replyTo: { id: number; nickname: string } | null
  /** The comment that it cites, shortened; without words when that is gone. */
  quote: { id: number; floor: number; nickname: string; content: string } | null
  pictures: { url: string; alt: string }[]
  likeCount: number
  isEdited: boolean
  /** All answers of the thread; `children` are the first of them. */
  answerCount: number
  children: PostComment[]
}
export const PostComment: z.ZodMiniType<PostComment> = z.object({
  id: z.number(),
  content: Text,
  author: Author,
  floor: z.number(),
  createTime: Time,
  isDeleted: z.boolean(),
  replyTo: z.nullable(z.object({ id: z.number(), nickname: Text })),
  quote: z.nullable(z.object({ id: z.number(), floor: z.number(), nickname: Text, content: Text })),
  pictures: z.array(z.object({ url: Text, alt: Text })),
  likeCount: z.number(),
  isEdited: z.boolean(),
  answerCount: z.number(),
  get children() {
    return z.array(PostComment)
  },
}) as unknown as z.ZodMiniType<PostComment>

export const UserComment = z.object({
  commentId: z.number(),
  content: Text,
  postId: z.number(),
  postTitle: Text,
  floor: z.number(),
  /** Page of the post's comments on which it stands: oldest first, 20 threads a page. */
  page: z.number(),
  createTime: Time,
})
export type UserComment = z.output<typeof UserComment>

const maybeOfPlate = z.object({ categoryId: z.optional(Id) })
const ofUser = z.object({ userId: z.optional(Id), pageNum: PageNum, pageSize: pageSize(20) })
/** By key, or by the signed id of a link to a post that isn't public. */
const onePost = z.object({ id: z.optional(Id), encrypt: z.optional(z.string().check(z.maxLength(512))) })

/** The forum's reading side (spec §7, BBS); what is written stands in post-writing.ts. */
export const postApi = {
  recommendCategories: endpoint('GET /api/post/recommend-category-list', { input: Empty, output: z.array(Plate) }),
  essence: endpoint('GET /api/post/essence-post-list', {
    input: z.object({ categoryId: z.optional(Id), size: z._default(intBetween(1, 20), 6) }),
    output: z.array(PostCard),
  }),
  summary: endpoint('GET /api/post/summary', {
    input: maybeOfPlate,
    output: z.object({ todayCount: z.number(), yesterdayCount: z.number(), allCount: z.number() }),
  }),
  userSummary: endpoint('GET /api/post/user-summary', {
    input: z.object({ userId: z.optional(Id) }),
    output: z.object({ commentCount: z.number(), allCount: z.number() }),
  }),
  list: endpoint('GET /api/post/list', {
    input: z.object({
      categoryId: z.optional(Id),
      sort: z._default(z.enum(['active', 'new', 'hot', 'essence']), 'active'),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(PostCard),
  }),
  categories: endpoint('GET /api/post/category-list', { input: Empty, output: z.array(Plate) }),
  categoryDetail: endpoint('GET /api/post/category-detail', { input: z.object({ id: Id }), output: Plate }),
  /** Who looked at a user's page or posts last; a post stands for its author. */
  visits: endpoint('GET /api/post/visit-list', {
    input: z.object({ userId: z.optional(Id), postId: z.optional(Id) }),
    output: z.array(z.object({ userId: z.number(), nickname: Text, headImg: NullableText, visitTime: Time })),
  }),
  userPosts: endpoint('GET /api/post/user-post-list', { input: ofUser, output: pageOf(PostCard) }),
  userComments: endpoint('GET /api/post/user-comment-list', { input: ofUser, output: pageOf(UserComment) }),
  detail: endpoint('GET /api/post/detail', { input: onePost, output: PostDetail }),
  baseInfo: endpoint('GET /api/post/base-info', {
    input: onePost,
    output: z.object({
      id: z.number(),
      title: Text,
      categoryId: z.number(),
      author: Author,
      status: z.enum(PostStatus),
    }),
  }),
  comments: endpoint('GET /api/post/comment/comment-list', {
    input: z.object({
      postId: Id,
      encrypt: z.optional(z.string().check(z.maxLength(512))),
      order: z._default(z.enum(['floor', 'new']), 'floor'),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(PostComment),
  }),
  /** Answers of one thread, the oldest first; the first 20 stand in the list of comments. */
  answers: endpoint('GET /api/post/comment/answer-list', {
    input: z.object({
      rootId: Id,
      encrypt: z.optional(z.string().check(z.maxLength(512))),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(PostComment),
  }),
  /** More of the same plate. */
  related: endpoint('GET /api/post/related-list', { input: z.object({ id: Id }), output: z.array(PostCard) }),
  search: endpoint('GET /api/post/search', {
    input: z.object({
      searchText: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: foundPageOf(PostCard),
  }),
  /** A post or a user's page was looked at: counts the view, and remembers a learner's visit. */
  view: endpoint('POST /api/post/view', {
    writes: 'steps',
    input: z.object({ id: z.optional(Id), userId: z.optional(Id) }),
    output: z.null(),
  }),
  /** An address that shows one post to whoever has it, published or not, until it expires. */
  staffLink: endpoint('GET /api/staff/post/link', {
    access: 'staff',
    right: 'post.link',
    input: z.object({ id: Id }),
    output: z.object({ url: Text, expireTime: Time }),
  }),
  staffSet: endpoint('POST /api/staff/post/set', {
    access: 'staff',
    right: 'post.moderate',
    writes: 'steps',
    input: z.object({
      id: Id,
      status: z.optional(z.pipe(intBetween(1, 3), z.enum(PostStatus))),
      isTop: z.optional(Flag),
      isEssence: z.optional(Flag),
    }),
    output: z.null(),
  }),
}
