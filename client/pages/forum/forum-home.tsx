import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { forumAll, forumHome, withChoice } from '#client/features/forum/forum-address.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { ForumFigures, MySummary } from '#client/features/forum/forum-figures.tsx'
import {
  essenceQuery,
  forumFiguresQuery,
  postListQuery,
  recommendedPlatesQuery,
} from '#client/features/forum/forum-queries.ts'
import { ForumSearch } from '#client/features/forum/forum-search.tsx'
import { PlateList } from '#client/features/forum/plate-list.tsx'
import { PostList, PostTitles } from '#client/features/forum/post-list.tsx'
import { WriteLink } from '#client/features/forum/write-link.tsx'
import { SortBar } from '#client/features/forum/sort-bar.tsx'
import { type ForumChoice, forumListInput } from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import css from './forum.module.css'

function Essence(): ReactNode {
  const posts = useRead(essenceQuery, { size: 8 })
  return posts.length > 0 ? <PostTitles posts={posts} /> : <p className="muted">还没有精华帖。</p>
}

/** A forum that nobody can post to yet: no headings above nothing. */
function ClosedForum(): ReactNode {
  return (
    <div className="wrap">
      <Breadcrumb items={forumCrumbs} />
      <div className="title-row">
        <h1>社区</h1>
      </div>
      <EmptyBlock title="社区还没有开放" text="还没有版块，过些时候再来" action={{ text: '回首页', href: '/' }} />
    </div>
  )
}

function NoPosts(): ReactNode {
  return <EmptyBlock title="这里还没有帖子" text="先去各个版块看看" action={{ text: '全部版块', href: forumAll }} />
}

/** The forum's home: recommended plates, the beginning of all posts, what is worth keeping. */
export function ForumHome({ choice }: PageProps<ForumChoice>): ReactNode {
  const plates = useRead(recommendedPlatesQuery)
  const list = useRead(postListQuery, forumListInput(choice))
  const figures = useRead(forumFiguresQuery, {})
  if (plates.length === 0 && list.total === 0) return <ClosedForum />
  return (
    <div className="wrap">
      <Breadcrumb items={forumCrumbs} />
      <div className={css.top}>
        <div className="title-row">
          <h1>社区</h1>
          <p className="muted">交作业、问问题，把卡住的地方说出来</p>
        </div>
        <ForumSearch />
        <WriteLink />
      </div>
      {plates.length > 0 ? (
        <section className={css.part} aria-labelledby="plates">
          <SectionHead id="plates" title="推荐版块" more={{ href: forumAll, text: '全部版块' }} />
          <PlateList plates={plates} />
        </section>
      ) : null}
      <ForumColumns
        aside={
          <>
            <AsideBlock title="帖子">
              <ForumFigures figures={figures} />
            </AsideBlock>
            <AsideBlock title="精华">
              <Section fallback={<Skeleton kind="lines" count={6} />}>
                <Essence />
              </Section>
            </AsideBlock>
            <MySummary />
          </>
        }
      >
        <section aria-labelledby="posts">
          <SectionHead id="posts" title="大家在说" tabs={<SortBar path={forumHome} sort={choice.sort} />} />
          {list.records.length > 0 ? <PostList posts={list.records} withPlate /> : <NoPosts />}
          {list.pages > 1 ? (
            <p className={css.on}>
              <ButtonLink
                tone="secondary"
                href={withChoice(forumAll, { sort: choice.sort === 'active' ? undefined : choice.sort, page: 2 })}
              >
                接着看下一页
              </ButtonLink>
            </p>
          ) : null}
        </section>
      </ForumColumns>
    </div>
  )
}
