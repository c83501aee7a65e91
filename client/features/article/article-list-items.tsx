import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { ArticleCard } from '#shared/contract/fields.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { countText, dayText } from '#shared/rules/number-text.ts'
import css from './article-list-items.module.css'

/** Articles one below the other: picture, title, first words, who, when and how often read. */
export function ArticleItems({ articles, first = 0 }: { articles: readonly ArticleCard[]; first?: number }): ReactNode {
  return (
    <ul>
      {articles.map((article, index) => (
        <li key={article.id} className={css.item}>
          <Picture
            src={article.coverImg}
            alt=""
            ratio="cover"
            sizes="(min-width: 769px) 240px, 36vw"
            eager={index < first}
          />
          <div className={css.text}>
            <h3 className={css.title}>
              <a href={articleUrl(article.id)}>{article.title}</a>
            </h3>
            <p className={`two muted ${css.summary}`}>{article.summary}</p>
            <p className={css.meta}>
              {article.author ? <span>{article.author}</span> : null}
              <span>{dayText(article.publishDate)}</span>
              <span>阅读 {countText(article.views)}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Titles alone, in the column beside something else. */
export function ArticleTitles({ articles }: { articles: readonly ArticleCard[] }): ReactNode {
  return (
    <ul className={css.titles}>
      {articles.map((article) => (
        <li key={article.id}>
          <a href={articleUrl(article.id)}>{article.title}</a>
        </li>
      ))}
    </ul>
  )
}
