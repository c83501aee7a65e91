import type { FilterTable } from '#client/features/common/list-filters.ts'
import type { CallInput } from '#shared/contract/calls.ts'

type NoFilter = 'categoryId' | 'pageNum' | 'pageSize'

/** The filters of a list of posts. */
export const forumFilters = {
  sort: {
    name: 'sort',
    label: '排序',
    shown: 'bar',
    none: { text: '最新回复', value: 'active' },
    values: [
      { word: 'new', text: '最新发布', value: 'new' },
      { word: 'hot', text: '回复最多', value: 'hot' },
      { word: 'essence', text: '精华', value: 'essence' },
    ],
  },
} as const satisfies FilterTable<CallInput<'GET /api/post/list'>, NoFilter>
