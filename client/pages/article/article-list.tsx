import type { ReactNode } from 'react'
import { ArticleItems } from '#client/features/article/article-list-items.tsx'
import {
  articleCategoriesQuery,
  articleListQuery,
  articleRecommendQuery,
} from '#client/features/article/article-queries.ts'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { RecommendBlocks } from './article-aside.tsx'
import {
  type ArticleListChoice,
  articleListCrumbs,
  articleListInput,
  articleListPath,
  articleRoot,
  findCategory,
  mostReadInput,
} from './article-choice.ts'
import css from './article-list.module.css'

function MostRead({ choice }: { choice: ArticleListChoice }): ReactNode {
  const recommend = useRead(articleRecommendQuery, mostReadInput(choice))
  return <RecommendBlocks recommend={recommend} articlesTitle="读得最多" coursesTitle="大家在学的课" courses={2} />
}

/** All articles, or those of a category. */
export function ArticleList({ choice }: PageProps<ArticleListChoice>): ReactNode {
  const list = useRead(articleListQuery, articleListInput(choice))
  const categories = useRead(articleCategoriesQuery)
  const category = findCategory(categories, choice.category)
  const total = categories.reduce((sum, { articleCount }) => sum + articleCount, 0)
  const tabs = [
    { text: `全部 ${total}`, href: articleRoot, current: !category },
    ...categories.map((item) => ({
      text: `${item.name} ${item.articleCount}`,
      href: articleListPath(item),
      current: item.id === category?.id,
    })),
  ]
  // of a school that has just opened: there is nothing to choose from
  const isBare = total === 0 && !category
  return (
    <div className="wrap">
      <Breadcrumb items={articleListCrumbs(category)} />
      <div className="title-row">
        <h1>{category?.name ?? '文章'}</h1>
        <p className="muted">老师和学员写的，读完就能用上一点</p>
      </div>
      {isBare ? null : (
        <div className={css.tabs}>
          <TabLinks label="文章分类" size="l" items={tabs} />
        </div>
      )}
      <div className={css.columns}>
        <div>
          <h2 className="visually-hidden">文章列表</h2>
          {list.records.length > 0 ? (
            <ArticleItems articles={list.records} first={3} />
          ) : isBare ? (
            <EmptyBlock
              title="还没有文章"
              text="老师写的会出现在这里"
              action={{ text: '看全部课程', href: '/course' }}
            />
          ) : (
            <EmptyBlock
              title="这里还没有文章"
              text="换个分类，或者看看全部文章"
              action={{ text: '看全部文章', href: articleRoot }}
            />
          )}
          <Pager
            current={list.current}
            pages={list.pages}
            total={list.total}
            unit="篇"
            hrefOf={(page) => articleListPath(category, page)}
          />
        </div>
        <aside className={`${css.aside} no-print`} aria-label="推荐">
          <Section fallback={<Skeleton kind="lines" count={6} />}>
            <MostRead choice={choice} />
          </Section>
        </aside>
      </div>
    </div>
  )
}
