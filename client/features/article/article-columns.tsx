import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import type { ArticleCard } from '#shared/contract/fields.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { monthDayText } from '#shared/rules/number-text.ts'
import css from './article-columns.module.css'

function Lead({ article }: { article: ArticleCard }): ReactNode {
  return (
    <div className={css.lead}>
      <Picture src={article.coverImg} alt="" ratio="cover" sizes="(min-width: 769px) 200px, 40vw" />
      <div>
        <p className={css.title}>
          <a href={articleUrl(article.id)}>{article.title}</a>
        </p>
        <p className={`s13 muted ${css.summary}`}>{article.summary}</p>
      </div>
    </div>
  )
}

function Lines({ articles }: { articles: readonly ArticleCard[] }): ReactNode {
  return (
    <ul>
      {articles.map((article) => (
        <li key={article.id} className={css.line}>
          <a className="grow" href={articleUrl(article.id)}>
            {article.title}
          </a>
          <span className="s13 faint nowrap">{monthDayText(article.publishDate)}</span>
        </li>
      ))}
    </ul>
  )
}

export interface ArticleGroup {
  name: string
  articles: readonly ArticleCard[]
}

/** One article with its picture, then titles and days. */
export function ArticleColumn({ articles }: { articles: readonly ArticleCard[] }): ReactNode {
  return (
    <>
      {articles[0] ? <Lead article={articles[0]} /> : null}
      <Lines articles={articles.slice(1)} />
    </>
  )
}

/** Articles by category, side by side. */
export function ArticleColumns({ groups, lines = 3 }: { groups: readonly ArticleGroup[]; lines?: number }): ReactNode {
  return (
    <div className={css.columns}>
      {groups.map((group) => (
        <section key={group.name} className={css.column}>
          <h3 className={css.name}>{group.name}</h3>
          <ArticleColumn articles={group.articles.slice(0, 1 + lines)} />
        </section>
      ))}
    </div>
  )
}

/** Articles of one place: pictures and summaries in two columns. */
export function ArticleGrid({ articles }: { articles: readonly ArticleCard[] }): ReactNode {
  return (
    <ul className={css.grid}>
      {articles.map((article) => (
        <li key={article.id}>
          <Lead article={article} />
        </li>
      ))}
    </ul>
  )
}
