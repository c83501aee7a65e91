import {
  articleCategoriesQuery,
  articleListQuery,
  articleRecommendQuery,
} from '#client/features/article/article-queries.ts'
import { descriptionOf, pageSuffix, schoolFillers, seoQuery } from '#client/pages/catalogue-head.ts'
import { withQuery } from '#client/pages/catalogue-paths.ts'
import { listPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  articleListInput,
  articleListPath,
  articleRoot,
  findCategory,
  mostReadInput,
  readArticleList,
} from './article-choice.ts'
import { tagOf, tagOfAll } from '#shared/rules/page-tags.ts'
import { articleFeeds } from './article-feeds.ts'

/** What a category is about, for its page's description. */
const categoryNotes: Readonly<Record<string, string>> = {
  making: '写一件作品从起念到做完的经过，卡在哪里，怎么绕过去。',
  learning: '谈怎么练、练多久、怎么知道自己有没有进步。',
  industry: '看行业里正在变的事，哪些岗位要什么样的人。',
  teachers: '老师把课上讲不完的话写下来，一次说透一件事。',
  stories: '学员自己讲的故事：为什么来学，学成了什么样。',
  tools: '软件、纸笔、相机和琴，怎么选，怎么用得顺手。',
  materials: '可以带走的练习、清单与讲义，照着做就行。',
  sources: '找参考、找素材的去处，以及用别人东西的规矩。',
  career: '作品集、面试、报价与接单，走出教室之后的事。',
  news: '开班、展览、讲座与学校里正在发生的事。',
}

export const articleList = definePage('article-list', {
  path: '/article/:category?/:page?',
  layout: 'base',
  cache: tagged(
    listPolicy,
    ({ category }) => [tagOfAll('articles'), tagOf('article-category', category ?? 'all')],
    {},
    ['page'],
  ),
  sitemap: async ({ api }) => {
    const categories = await api.call('GET /api/information/list-information-category', {})
    return [{ path: articleRoot }, ...categories.map((category) => ({ path: articleListPath(category) }))]
  },
  parse: readArticleList,
  data: ({ api, choice }) => ({
    critical: [articleListQuery(api, articleListInput(choice)), articleCategoriesQuery(api)],
    wanted: choice.category === undefined ? [seoQuery(api, 'articleList')] : [],
    deferred: [articleRecommendQuery(api, mostReadInput(choice))],
  }),
  settle: ({ api, params, search, choice, read }) => {
    const list = read(articleListQuery(api, articleListInput(choice)))
    const categories = read(articleCategoriesQuery(api)) ?? []
    const category = findCategory(categories, choice.category)
    if (choice.category !== undefined && !category) throw pageNotFound()
    if (list && choice.page > Math.max(1, list.pages)) throw pageNotFound()
    const canonical = articleListPath(category, choice.page)
    const here = [articleRoot, params.category, params.page].filter((part) => part !== undefined).join('/')
    const rest = new URLSearchParams(search)
    rest.delete('page')
    if (here !== canonical || search.has('page')) throw pageMoved(withQuery(canonical, rest))
  },
  head: ({ api, choice, read }) => {
    const list = read(articleListQuery(api, articleListInput(choice)))
    const category = findCategory(read(articleCategoriesQuery(api)) ?? [], choice.category)
    const seo = category || choice.page > 1 ? undefined : read(seoQuery(api, 'articleList'))
    const own = descriptionOf(
      [
        `${category ? `“${category.name}”` : '学园的文章'}共 ${list?.total ?? 0} 篇${pageSuffix(choice.page)}。`,
        category
          ? (ownValue(categoryNotes, category.path) ?? '')
          : '老师讲课外的话，学员写自己的事，按创作、方法、工具与职业分类。',
        '老师和学员写，编辑逐篇看过，可以放心读。',
      ],
      schoolFillers,
    )
    return {
      title: `${category ? `文章：${category.name}` : (seo?.title ?? '老师和学员写的文章')}${pageSuffix(choice.page)}`,
      description: seo?.description ?? own,
      keywords: category?.name ?? seo?.keyWord ?? '文章',
      canonical: articleListPath(category, choice.page),
      card: {
        name: 'article-list',
        kind: '文章',
        title: '老师和学员写的文章',
        byline: '老师讲课外的话，学员写自己的事',
        ground: 'board',
      },
      feeds: articleFeeds,
    }
  },
  component: () => import('#client/pages/article/article-list.tsx').then((m) => m.ArticleList),
})
