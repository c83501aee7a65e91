import { callQuery } from '#client/features/common/call-query.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { pageOf, searchInput } from '#client/pages/search/search-input.ts'
import { cleanSearchText } from '#shared/rules/search-text.ts'

export const search = definePage('search', {
  path: '/search',
  layout: 'base',
  cache: 'never',
  data: ({ api, search: query }) => {
    const input = searchInput(query)
    return { critical: input ? [callQuery(api, 'GET /api/search/all', input)] : [] }
  },
  settle: ({ api, search: query, read }) => {
    const input = searchInput(query)
    const found = input && read(callQuery(api, 'GET /api/search/all', input))
    // Behind the last page there is nothing; without a text there is one page.
    if (pageOf(query) > 1 && (!found || found.page.records.length === 0)) throw pageNotFound()
  },
  head: ({ search: query }) => {
    const text = cleanSearchText(query.get('searchText'))
    return {
      title: text ? `“${text}”的搜索结果` : '搜索',
      description: text
        ? `与“${text}”有关的课程、系统班、文章、学员作品和帖子。`
        : '按名字、方向、老师或拼音查找课程、系统班、文章、学员作品和帖子。',
      canonical: '/search',
      noindex: true,
    }
  },
  component: () => import('#client/pages/search/search.tsx').then((m) => m.Search),
})
