import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { forumAll } from '#client/features/forum/forum-address.ts'
import { platesQuery, postListQuery, postSearchQuery } from '#client/features/forum/forum-queries.ts'
import { ForumSearch } from '#client/features/forum/forum-search.tsx'
import { PlateList } from '#client/features/forum/plate-list.tsx'
import { PostList } from '#client/features/forum/post-list.tsx'
import { SortBar } from '#client/features/forum/sort-bar.tsx'
import {
  type AllPostsChoice,
  type ForumChoice,
  forumListHref,
  forumListInput,
  forumSearchHref,
} from '#client/pages/forum/forum-choice.ts'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import type { CallInput } from '#shared/contract/calls.ts'
import { foundText } from '#shared/rules/number-text.ts'
import css from './forum.module.css'

function Plates(): ReactNode {
  const plates = useRead(platesQuery)
  if (plates.length === 0) return null
  return (
    <section className={css.part} aria-labelledby="plates">
      <SectionHead id="plates" title="版块" note={`共 ${plates.length} 个`} />
      <PlateList plates={plates} />
    </section>
  )
}

function NoPosts({ isDefault }: { isDefault: boolean }): ReactNode {
  if (isDefault) return <EmptyBlock title="这里还没有帖子" text="还没有人发过帖" />
  return <EmptyBlock title="这里还没有帖子" text="换一种排法看看" action={{ text: '按最新回复', href: forumAll }} />
}

function AllPosts({ choice }: { choice: ForumChoice }): ReactNode {
  const list = useRead(postListQuery, forumListInput(choice))
  return (
    <section aria-labelledby="posts">
      <SectionHead id="posts" title="全部帖子" tabs={<SortBar path={forumAll} sort={choice.sort} />} />
      {list.records.length > 0 ? (
        <PostList posts={list.records} withPlate />
      ) : (
        <NoPosts isDefault={choice.sort === 'active'} />
      )}
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        unit="帖"
        hrefOf={(page) => forumListHref(forumAll, choice, page)}
      />
    </section>
  )
}

function Found({ input }: { input: CallInput<'GET /api/post/search'> }): ReactNode {
  const list = useRead(postSearchQuery, input)
  return (
    <section aria-label="搜索结果">
      <p className={`s13 muted ${css.found}`}>找到 {foundText(list.total, list.more)} 帖</p>
      {list.records.length > 0 ? (
        <PostList posts={list.records} withPlate />
      ) : (
        <EmptyBlock
          title="没有找到这样的帖子"
          text="换个说法，或者到版块里翻翻"
          action={{ text: '全部版块', href: forumAll }}
        />
      )}
      {list.more && list.current === list.pages ? (
        <p className="s13 muted">只列出最相关的 {list.total} 帖。把要找的写得更具体，能找到其余的。</p>
      ) : null}
      <Pager
        current={list.current}
        pages={list.pages}
        total={list.total}
        more={list.more}
        unit="帖"
        hrefOf={(page) => forumSearchHref(input.searchText, page)}
      />
    </section>
  )
}

/** All plates and posts; with a text, the posts that were found. */
export function ForumAll({ choice: { found, list } }: PageProps<AllPostsChoice>): ReactNode {
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: found ? '搜索' : '全部版块' }]} />
      <div className={css.top}>
        <div className="title-row">
          <h1>{found ? `“${found.searchText}”` : '全部版块与帖子'}</h1>
        </div>
        <ForumSearch text={found?.searchText ?? ''} />
      </div>
      {found ? (
        <Found input={found} />
      ) : (
        <>
          {list.page === 1 ? <Plates /> : null}
          <AllPosts choice={list} />
        </>
      )}
    </div>
  )
}
