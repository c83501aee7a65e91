import { articleDetailQuery, besideArticleQuery } from '#client/features/article/article-queries.ts'
import { bylineOf, descriptionOf, schoolFillers, sentence } from '#client/pages/catalogue-head.ts'
import { detailPolicy, tagged } from '#client/pages/cache-times.ts'
import { definePage } from '#client/pages/define-page.ts'
import { entitySitemap } from '#client/pages/entity-sitemap.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { dayText } from '#shared/rules/number-text.ts'
import { readArticleAddress } from './article-choice.ts'
import { tagOf } from '#shared/rules/page-tags.ts'
import { articleFeeds } from './article-feeds.ts'

export const articleDetail = definePage('article-detail', {
  path: '/article/:id.html',
  where: { id: /\d+/ },
  layout: 'base',
  cache: tagged(detailPolicy, ({ id }) => [tagOf('article', id)], {}, ['sign']),
  sitemap: entitySitemap('article', articleUrl),
  parse: readArticleAddress,
  data: ({ api, choice }) => ({
    critical: [articleDetailQuery(api, choice)],
    deferred: [besideArticleQuery(api, choice)],
  }),
  head: ({ api, choice, read }) => {
    const { id } = choice
    const article = read(articleDetailQuery(api, choice))
    const canonical = articleUrl(id)
    if (!article) return { title: '文章', description: '', canonical }
    const description = descriptionOf(
      [
        sentence(article.summary),
        `${article.author ? `${article.author}写于` : '发表于'} ${dayText(article.publishDate)}，收在“${article.category.name}”。`,
      ],
      schoolFillers,
    )
    return {
      title: article.title,
      description,
      keywords: [article.category.name, article.college?.name, article.author].filter(Boolean).join(','),
      canonical,
      card: {
        name: `article-detail-${id}`,
        kind: '文章',
        title: article.title,
        byline: bylineOf([article.author, article.category.name]),
        cover: article.coverImg,
        ground: 'paper',
      },
      ogType: 'article',
      noindex: choice.isPreview,
      feeds: articleFeeds,
    }
  },
  component: () => import('#client/pages/article/article-detail.tsx').then((m) => m.ArticleDetail),
})
