import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Empty, LectureTypeField, NullableText, PageNum, pageOf, pageSize, Text } from '#shared/contract/fields.ts'

export const HotSearch = z.object({ courseName: Text, url: NullableText })
export type HotSearch = z.output<typeof HotSearch>

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

export const searchApi = {
  hot: endpoint('GET /api/search/hot-search', { input: Empty, output: z.array(HotSearch) }),
  courses: endpoint('GET /api/search/course-list', {
    input: z.object({
      searchText: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      pageNum: PageNum,
      pageSize: pageSize(20),
    }),
    output: pageOf(SearchHit),
  }),
}
