import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { PublishStatus } from '#shared/contract/enums.ts'
import {
  ArticleCard,
  CourseCard,
  Id,
  intBetween,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'

/** A category of articles. */
export const ArticleCategory = z.object({ id: z.number(), name: Text, path: Text, articleCount: z.number() })
export type ArticleCategory = z.output<typeof ArticleCategory>

/** The article before or after, in order of publication. */
const Neighbour = z.nullable(z.object({ id: z.number(), title: Text }))

export const ArticleDetail = z.object({
  id: z.number(),
  title: Text,
  summary: Text,
  coverImg: Text,
  author: Text,
  /** Sanitised HTML; its headings carry ids for the table of contents. */
  content: Text,
  /** Headings of the second and third level, in order. */
  headings: z.array(z.object({ id: Text, text: Text, level: z.number() })),
  publishDate: Time,
  updateDate: Time,
  views: z.number(),
  category: ArticleCategory,
  college: z.nullable(z.object({ id: z.number(), name: Text, path: Text })),
  prev: Neighbour,
  next: Neighbour,
  /** False in a preview of something that isn't published. */
  isPublished: z.boolean(),
})
export type ArticleDetail = z.output<typeof ArticleDetail>

const Recommend = z.object({ articles: z.array(ArticleCard), courses: z.array(CourseCard) })
/** `sign`: what stands in a preview link. It isn't called token: that name means a login wherever it stands in an address. */
const previewToken = z.object({ id: Id, sign: z.optional(z.string().check(z.maxLength(512))) })

/** An article in a list, with when it last changed, for the sitemap. */
const ListedArticle = z.extend(ArticleCard, { updateDate: Time })

/** What staff type; HTML is cleaned when it is written. */
const ArticleDraft = z.object({
  /** Of the article that is changed; without it a new one is made. */
  id: z.optional(Id),
  title: Text.check(z.trim(), z.minLength(1), z.maxLength(60)),
  summary: z._default(Text.check(z.trim(), z.maxLength(200)), ''),
  coverImg: z._default(Text.check(z.maxLength(500)), ''),
  author: z._default(Text.check(z.trim(), z.maxLength(30)), ''),
  content: Text.check(z.minLength(1), z.maxLength(80_000)),
  categoryId: Id,
  collegeId: z.optional(z.nullable(Id)),
  status: z.pipe(intBetween(0, 2), z.enum(PublishStatus)),
  /** When it came out; the moment of publishing when it isn't said. */
  publishDate: z.optional(Time),
})

/** Articles (spec §7). A preview takes a signed link, or the right to it. */
export const informationApi = {
  categories: endpoint('GET /api/information/list-information-category', {
    sameForAll: true,
    input: z.object({}),
    output: z.array(ArticleCategory),
  }),
  list: endpoint('GET /api/information/list-information', {
    sameForAll: true,
    /** `category`: a category's path, or its id; one that there isn't is code 404. */
    input: z.object({
      categoryId: z.optional(Id),
      category: z.optional(Text.check(z.maxLength(64))),
      pageNum: PageNum,
      pageSize: pageSize(10),
    }),
    output: pageOf(ListedArticle),
  }),
  detail: endpoint('GET /api/information/get-information-detail', {
    input: z.object({ id: Id }),
    output: ArticleDetail,
  }),
  temporary: endpoint('GET /api/information/get-temporary-information', { input: previewToken, output: ArticleDetail }),
  /** Without an id what is read most, of a category when asked. */
  recommend: endpoint('GET /api/information/get-information-recommend', {
    sameForAll: true,
    input: z.object({ id: z.optional(Id), category: z.optional(Text.check(z.maxLength(64))) }),
    output: Recommend,
  }),
  temporaryRecommend: endpoint('GET /api/information/get-temporary-information-recommend', {
    input: previewToken,
    output: Recommend,
  }),
  /** One more reading; sent by the page, not by crawlers. */
  view: endpoint('POST /api/information/view', { writes: 'steps', input: z.object({ id: Id }), output: z.null() }),
  staffSave: endpoint('POST /api/staff/information/save', {
    access: 'staff',
    right: 'article.save',
    writes: 'steps',
    input: ArticleDraft,
    output: z.object({ id: z.number() }),
  }),
  /** An address that shows an article before it is published, to whoever has it, for an hour. */
  staffPreviewLink: endpoint('POST /api/staff/information/preview-link', {
    access: 'staff',
    right: 'article.link',
    writes: 'one',
    input: z.object({ id: Id }),
    output: z.object({ url: Text, expireTime: Time }),
  }),
}
