import { searchQuery } from '#client/features/search/search-queries.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageNotFound } from '#client/pages/page-outcome.ts'
import { readSearch } from '#client/pages/search/search-input.ts'

export const search = definePage('search', {
  path: '/search',
  layout: 'base',
  cache: 'never',
  parse: readSearch,
  data: ({ api, choice: { input } }) => ({ critical: input ? [searchQuery(api, input)] : [] }),
  settle: ({ api, choice: { input, page }, read }) => {
    const found = input && read(searchQuery(api, input))
    // Behind the last page there is nothing; without a text there is one page.
    if (page > 1 && (!found || found.page.records.length === 0)) throw pageNotFound()
  },
  head: ({ choice: { input } }) => {
    const text = input?.searchText
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
