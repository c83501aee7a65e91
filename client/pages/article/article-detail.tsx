import { type ReactNode, useEffect } from 'react'
import {
  type ArticleAddress,
  articleDetailQuery,
  besideArticleQuery,
} from '#client/features/article/article-queries.ts'
import { Neighbours } from '#client/features/article/neighbours.tsx'
import { readingMinutes } from '#client/features/article/reading-time.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { CopyLink } from '#client/features/common/copy-link.tsx'
import { Phrases } from '#client/features/common/phrases.tsx'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { useCurrentSection } from '#client/features/common/use-current-section.ts'
import { ProsePictures } from '#client/features/media-viewer/prose-pictures.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { ArticleDetail as Article } from '#shared/contract/article.ts'
import { articleUrl } from '#shared/rules/detail-url.ts'
import { countText, dayText } from '#shared/rules/number-text.ts'
import { RecommendBlocks } from './article-aside.tsx'
import { articleCrumbs, articleListPath } from './article-choice.ts'
import css from './article-detail.module.css'

/** Headings of the text beside it; the one that is being read is marked. */
function Contents({ headings }: { headings: Article['headings'] }): ReactNode {
  const current = useCurrentSection(headings)
  if (headings.length < 2) return <div className={css.noContents} />
  return (
    <nav className={`${css.contents} no-print`} aria-label="本文目录">
      <ol>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={level === 3 ? css.deeper : undefined}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Recommended({ address }: { address: ArticleAddress }): ReactNode {
  return (
    <RecommendBlocks recommend={useRead(besideArticleQuery, address)} articlesTitle="接着读" coursesTitle="配套的课" />
  )
}

/** Tells the school that an article was read: by a browser that shows it, not by whoever fetches its HTML. */
function useReadingCount({ id, isPublished }: Article): void {
  const { api } = useApp()
  useEffect(() => {
    if (isPublished) api.call('POST /api/information/view', { id }).catch(() => undefined)
  }, [api, id, isPublished])
}

function neighbour(found: Article['prev']): { href: string; title: string } | null {
  return found && { href: articleUrl(found.id), title: found.title }
}

/** One article: contents, text, what goes along. */
export function ArticleDetail({ choice }: PageProps<ArticleAddress>): ReactNode {
  const { id } = choice
  const article = useRead(articleDetailQuery, choice)
  useReadingCount(article)
  return (
    <div className="wrap">
      {article.isPublished ? null : (
        <p className={css.ribbon} role="status">
          预览：这篇文章还没有发布，只有拿到链接的人看得到
        </p>
      )}
      <Breadcrumb items={articleCrumbs(article)} />
      <div className={css.columns}>
        <Contents headings={article.headings} />
        <article className={css.article}>
          <h1 className={css.title}>
            <Phrases text={article.title} />
          </h1>
          <div className={css.by}>
            <div>
              {article.author ? <p className={css.author}>{article.author}</p> : null}
              <p className={css.facts}>
                <time dateTime={dayText(article.publishDate)}>{dayText(article.publishDate)}</time>
                <span>阅读 {countText(article.views)}</span>
                <span>约 {readingMinutes(article.content)} 分钟</span>
              </p>
            </div>
            <CopyLink path={articleUrl(id)} />
          </div>
          <ProsePictures key={id} className={`prose ${css.body}`} html={article.content} title={article.title} />
          <footer className={css.foot}>
            <a href={articleListPath(article.category)}>
              <Tag tone="plain">{article.category.name}</Tag>
            </a>
            {article.college ? (
              <a href={`/college/${article.college.path}`}>
                <Tag tone="plain">{article.college.name}</Tag>
              </a>
            ) : null}
            <span className="push">未经允许请勿转载</span>
          </footer>
          <Neighbours unit="篇" prev={neighbour(article.prev)} next={neighbour(article.next)} />
        </article>
        <aside className={`${css.aside} no-print`} aria-label="推荐">
          <Section fallback={<Skeleton kind="lines" count={6} />}>
            <Recommended address={choice} />
          </Section>
        </aside>
      </div>
    </div>
  )
}
