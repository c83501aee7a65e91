import {
  type ArticleAddress,
  articleCategoriesQuery,
  articleDetailQuery,
  articleListQuery,
} from '#client/features/article/article-queries.ts'
import {
  articleCrumbs,
  type ArticleListChoice,
  articleListCrumbs,
  articleListInput,
  findCategory,
} from '#client/pages/article/article-choice.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { jsonLdOf } from './json-ld.ts'
import { articleLd, breadcrumbLd, itemListLd } from './schema-org.ts'

export const articleListLd = jsonLdOf<ArticleListChoice>(({ api, choice, read }) => {
  const records = read(articleListQuery(api, articleListInput(choice)))?.records ?? []
  const category = findCategory(read(articleCategoriesQuery(api)) ?? [], choice.category)
  return [
    itemListLd(
      category?.name ?? '文章',
      records.map(({ id, title }) => ({ name: title, url: articleUrl(id) })),
    ),
    breadcrumbLd(articleListCrumbs(category)),
  ]
})

export const articleDetailLd = jsonLdOf<ArticleAddress>(({ api, choice, common, read }, { description, canonical }) => {
  const article = read(articleDetailQuery(api, choice))
  if (!article) return []
  return [
    articleLd({
      title: article.title,
      description,
      url: canonical,
      image: article.coverImg,
      author: article.author,
      published: article.publishDate,
      changed: article.updateDate,
      section: article.category.name,
      brandName: common.config.brandName,
    }),
    breadcrumbLd(articleCrumbs(article)),
  ]
})
