import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import {
  Empty,
  LectureTypeField,
  Money,
  NullableText,
  PageNum,
  pageOf,
  pageSize,
  Text,
  Time,
} from '#shared/contract/fields.ts'

export const HotSearch = z.object({ courseName: Text, url: NullableText })
export type HotSearch = z.output<typeof HotSearch>

/** What somebody typed, whatever it is: never refused. 64 characters of it are searched for; nothing finds nothing. */
export const SearchText = z._default(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replaceAll('\0', ' ')),
  ),
  '',
)

/** A page of what was found. */
export function foundPageOf<T extends z.ZodMiniType>(record: T) {
  return z.extend(pageOf(record), {
    /** There are more than `total`, which counts at most 500: it is to be read as 'at least'. */
    more: z.boolean(),
  })
}

export const SearchHit = z.object({
  id: z.number(),
  name: Text,
  learnAim: Text,
  coverImg: Text,
  teacherName: Text,
  lectureType: LectureTypeField,
  price: Text,
  isCharge: z.boolean(),
  studyCount: z.number(),
})
export type SearchHit = z.output<typeof SearchHit>

/** Tabs of the search page, in their order. */
export const searchTabs = ['all', 'course', 'classes', 'article', 'work', 'post'] as const

/** A text in pieces, those marked that were found. */
const Fragments = z.array(z.object({ text: Text, hit: z.boolean() }))

/** One found thing of any kind. */
export const SearchEntry = z.object({
  kind: z.enum(['course', 'classes', 'article', 'work', 'post']),
  id: z.number(),
  title: Fragments,
  /** Aim, summary or the place of the text where it was found. */
  excerpt: Fragments,
  url: Text,
  coverImg: NullableText,
  meta: z.object({
    /** 直播, 录播, 系统班; else the category or plate. */
    label: Text,
    /** Teachers, author. */
    names: Fragments,
    /** Learners of a course, readers of the rest. */
    uses: z.number(),
    publishTime: z.nullable(Time),
    price: z.nullable(Money),
  }),
})
export type SearchEntry = z.output<typeof SearchEntry>

const SearchCounts = z.object({
  all: z.number(),
  course: z.number(),
  classes: z.number(),
  article: z.number(),
  work: z.number(),
  post: z.number(),
})

export const searchApi = {
  hot: endpoint('GET /api/search/hot-search', { sameForAll: true, input: Empty, output: z.array(HotSearch) }),
  courses: endpoint('GET /api/search/course-list', {
    input: z.object({ searchText: SearchText, pageNum: PageNum, pageSize: pageSize(20) }),
    output: foundPageOf(SearchHit),
  }),
  all: endpoint('GET /api/search/all', {
    input: z.object({
      searchText: SearchText,
      tab: z._default(z.catch(z.enum(searchTabs), 'all'), 'all'),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: z.object({
      /** What can be paged through, at most 500 a kind and 500 in all. */
      counts: SearchCounts,
      /** Tabs that have more than their count says: it is to be read as 'at least'. */
      more: z.array(z.enum(searchTabs)),
      page: pageOf(SearchEntry),
      /** What the entries have to do with the text: one holds it; they hold other words for it; some of its words; something like it; there are none. */
      match: z.enum(['exact', 'synonyms', 'some', 'similar', 'none']),
      /** With 'synonyms': the words for it that these entries hold, as they are written there; at most two, perhaps none. */
      related: z.array(Text),
      /** What was probably meant; with 'similar' the entries are those of this text. */
      meant: NullableText,
    }),
  }),
}
