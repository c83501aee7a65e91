import type { Chosen, FilterTable } from '#client/features/common/list-filters.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'

type Input = CallInput<'GET /api/common/course-list-page'>
/** The path says subject, direction and page; the rest isn't chosen in the list. */
type NoFilter = 'subjectOneId' | 'learnId' | 'subjectTwoId' | 'collegeId' | 'pageNum' | 'pageSize'

/** The filters of the course list. */
export const courseFilters = {
  sort: {
    name: 'sort',
    label: '排序',
    shown: 'bar',
    none: { text: '综合', value: 'default' },
    values: [
      { word: 'new', text: '最新', value: 'new' },
      { word: 'popular', text: '人气', value: 'popular' },
      { word: 'price-asc', text: '价格从低', value: 'price-asc' },
      { word: 'price-desc', text: '价格从高', value: 'price-desc' },
    ],
  },
  lectureType: {
    name: 'type',
    label: '类型',
    shown: 'row',
    none: { text: '全部' },
    values: [
      { word: 'video', text: '录播', value: LectureType.video },
      { word: 'live', text: '直播', value: LectureType.live },
    ],
  },
  trial: {
    name: 'trial',
    label: '试看',
    shown: 'box',
    none: { text: '全部' },
    values: [{ word: '1', text: '只看可试看', value: true }],
  },
  isCharge: {
    name: 'free',
    label: '价格',
    shown: 'row',
    none: { text: '全部' },
    values: [{ word: '1', text: '免费', value: false }],
  },
} as const satisfies FilterTable<Input, NoFilter>

/** What is chosen of the filters. */
export type CourseFilters = Chosen<typeof courseFilters>
