import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  Id,
  intBetween,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
  WorkCard,
} from '#shared/contract/fields.ts'
import { PublishStatus } from './enums.ts'

export const WorkCategory = z.object({ id: z.number(), name: Text, collegeId: z.number(), workCount: z.number() })
export type WorkCategory = z.output<typeof WorkCategory>

/** One thing to look at or listen to: a picture, a film (mp4, mov) or a sound (mp3). */
export const WorkMedia = z.object({
  kind: z.enum(['image', 'video', 'audio']),
  url: Text,
  /** Picture that stands for it in a strip. */
  thumbnail: Text,
  width: z.number(),
  height: z.number(),
  caption: Text,
})
export type WorkMedia = z.output<typeof WorkMedia>

const Neighbour = z.nullable(z.object({ id: z.number(), title: Text }))

export const WorkDetail = z.object({
  id: z.number(),
  title: Text,
  intro: Text,
  authorName: Text,
  coverImg: Text,
  media: z.array(WorkMedia),
  teacherComment: NullableText,
  publishDate: Time,
  views: z.number(),
  college: z.object({ id: z.number(), name: Text, path: Text }),
  category: z.object({ id: z.number(), name: Text }),
  prev: Neighbour,
  next: Neighbour,
  /** Others of the same category. */
  related: z.array(WorkCard),
})
export type WorkDetail = z.output<typeof WorkDetail>

/** A work in a list, with when it last changed, for the sitemap. */
const ListedWork = z.extend(WorkCard, { updateDate: Time })

/** What staff type; what isn't said stays as it is. */
const WorkChange = z.object({
  id: Id,
  status: z.optional(z.pipe(intBetween(0, 2), z.enum(PublishStatus))),
  title: z.optional(Text.check(z.trim(), z.minLength(1), z.maxLength(60))),
  intro: z.optional(Text.check(z.trim(), z.maxLength(500))),
  teacherComment: z.optional(z.nullable(Text.check(z.trim(), z.maxLength(500)))),
})

/** Student works (spec §7). */
export const workApi = {
  list: endpoint('GET /api/student-work/list', {
    sameForAll: true,
    input: z.object({
      collegeId: z.optional(Id),
      categoryId: z.optional(Id),
      pageNum: PageNum,
      pageSize: pageSize(16),
    }),
    output: pageOf(ListedWork),
  }),
  detail: endpoint('GET /api/student-work/details', { input: z.object({ id: Id }), output: WorkDetail }),
  categories: endpoint('GET /api/student-work/category-list', {
    sameForAll: true,
    input: z.object({ collegeId: z.optional(Id) }),
    output: z.array(WorkCategory),
  }),
  view: endpoint('POST /api/student-work/view', { writes: 'steps', input: z.object({ id: Id }), output: z.null() }),
  staffSave: endpoint('POST /api/staff/work/save', {
    access: 'staff',
    right: 'work.save',
    writes: 'steps',
    input: WorkChange,
    output: z.object({ id: z.number() }),
  }),
}
