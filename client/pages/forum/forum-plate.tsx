import type { ReactNode } from 'react'
import { Section } from '#client/features/common/section.tsx'
import { useRead } from '#client/features/common/use-call.ts'
import { forumAll, plateHref } from '#client/features/forum/forum-address.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { ForumFigures } from '#client/features/forum/forum-figures.tsx'
import { essenceQuery, forumFiguresQuery, plateQuery, postListQuery } from '#client/features/forum/forum-queries.ts'
import { PlateMark } from '#client/features/forum/plate-mark.tsx'
import { PostList, PostTitles } from '#client/features/forum/post-list.tsx'
import { WriteLink } from '#client/features/forum/write-link.tsx'
import { SortBar } from '#client/features/forum/sort-bar.tsx'
import { forumListHref, forumListInput, type PlateChoice } from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import css from './forum.module.css'

function Essence({ id }: { id: number }): ReactNode {
  const posts = useRead(essenceQuery, { categoryId: id, size: 6 })
  if (posts.length === 0) return null
  return (
    <AsideBlock title="精华">
      <PostTitles posts={posts} />
    </AsideBlock>
  )
}

/** The posts of a plate. */
export function ForumPlate({ choice }: PageProps<PlateChoice>): ReactNode {
  const { id } = choice
  const path = plateHref(id)
  const plate = useRead(plateQuery, id)
  const list = useRead(postListQuery, forumListInput(choice, id))
  const figures = useRead(forumFiguresQuery, { categoryId: id })
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: plate.name }]} />
      <div className={css.plate}>
        <PlateMark icon={plate.icon} size="l" />
        <div>
          <h1>{plate.name}</h1>
          <p className="muted">{plate.description}</p>
        </div>
        <p className={css.post}>
          <WriteLink plate={id} />
        </p>
      </div>
      <ForumColumns
        aside={
          <>
            <AsideBlock title="帖子">
              <ForumFigures figures={figures} />
            </AsideBlock>
            <Section fallback={<Skeleton kind="lines" count={6} />}>
              <Essence id={id} />
            </Section>
          </>
        }
      >
        <section aria-labelledby="posts">
          <SectionHead id="posts" title="帖子" tabs={<SortBar path={path} sort={choice.sort} />} />
          {list.records.length > 0 ? (
            <PostList posts={list.records} pins={choice.sort === 'active'} />
          ) : choice.sort === 'active' ? (
            <EmptyBlock
              title="这个版块还没有帖子"
              text="先去别的版块看看"
              action={{ text: '全部版块', href: forumAll }}
            />
          ) : (
            <EmptyBlock title="这里还没有帖子" text="换一种排法看看" action={{ text: '按最新回复', href: path }} />
          )}
          <Pager
            current={list.current}
            pages={list.pages}
            total={list.total}
            unit="帖"
            hrefOf={(page) => forumListHref(path, choice, page)}
          />
        </section>
      </ForumColumns>
    </div>
  )
}
