import { callQuery } from '#client/features/common/call-query.ts'
import { cleanSearchText } from '#client/features/search/search-address.ts'
import { definePage } from '#client/pages/define-page.ts'
import { searchInput } from '#client/pages/search/search-input.ts'

export const search = definePage('search', {
  path: '/search',
  layout: 'base',
  cache: 'never',
  data: ({ api, search: query }) => {
    const input = searchInput(query)
    return { critical: input ? [callQuery(api, 'GET /api/search/course-list', input)] : [] }
  },
  head: ({ search: query }) => {
    const text = cleanSearchText(query.get('searchText'))
    return {
      title: text ? `“${text}”的搜索结果` : '搜索课程',
      description: text ? `与“${text}”有关的课程和系统班。` : '按名字、方向或老师查找课程和系统班。',
      canonical: '/search',
      noindex: true,
    }
  },
  component: () => import('#client/pages/search/search.tsx').then((m) => m.Search),
})
