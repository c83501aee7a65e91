import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { CollectionList } from '#client/features/forum/collection-list.tsx'
import { DraftList } from '#client/features/forum/draft-list.tsx'
import { forumAll } from '#client/features/forum/forum-address.ts'
import { authorFiguresQuery } from '#client/features/forum/forum-queries.ts'
import { DeletedPosts } from '#client/features/forum/deleted-posts.tsx'
import { CommentNews, ReviewNews } from '#client/features/forum/own-news.tsx'
import { WrittenPosts, WrittenReplies, UserTop } from '#client/features/forum/user-part.tsx'
import {
  collectionsQuery,
  newsCountQuery,
  useVisitSetting,
  visitSettingQuery,
} from '#client/features/forum/writing-queries.ts'
import { WriteLink } from '#client/features/forum/write-link.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import { type OwnChoice, ownHref, type OwnTab, ownTabs } from '#client/pages/forum/forum-own-choice.ts'
import { recordHref } from '#client/pages/forum/forum-record-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { userQuery } from '#client/features/session/session-queries.ts'
import { profileQuery } from '#client/features/my-info/my-info-queries.ts'
import css from './forum.module.css'

const names: Readonly<Record<OwnTab, string>> = {
  post: '帖子',
  reply: '回复',
  collection: '收藏',
  news: '消息',
  draft: '草稿',
}

interface PartProps {
  choice: OwnChoice
  href: (change: Partial<OwnChoice>) => string
}

function Collections({ choice, href }: PartProps): ReactNode {
  const list = useRead(collectionsQuery, { pageNum: choice.page, pageSize: 20 })
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title="还没有收藏"
        text="看到想留着的帖子，点下面的“收藏”"
        action={{ text: '全部帖子', href: forumAll }}
      />
    )
  return (
    <>
      <CollectionList collected={list.records} />
      <Pager current={list.current} pages={list.pages} total={list.total} unit="帖" hrefOf={(page) => href({ page })} />
    </>
  )
}

function News({ choice, href }: PartProps): ReactNode {
  const counts = useCount()
  const text = (name: string, count: number): string => (count > 0 ? `${name} ${count}` : name)
  return (
    <>
      <TabLinks
        label="哪些消息"
        items={[
          { text: text('回复我的', counts.comments), href: href({ review: false }), current: !choice.review },
          { text: text('审核', counts.reviews), href: href({ review: true }), current: choice.review },
        ]}
      />
      {choice.review ? (
        <ReviewNews page={choice.page} hrefOf={(page) => href({ page })} />
      ) : (
        <CommentNews page={choice.page} hrefOf={(page) => href({ page })} />
      )}
    </>
  )
}

function useCount(): { comments: number; reviews: number } {
  const { api } = useApp()
  return useQuery({ ...newsCountQuery(api) }).data ?? { comments: 0, reviews: 0 }
}

/** Whether others see that one came by. */
function Visits(): ReactNode {
  const { api } = useApp()
  const save = useVisitSetting()
  const query = useQuery({ ...visitSettingQuery(api), enabled: typeof document !== 'undefined' })
  const [set, setSet] = useState<boolean>()
  const shows = set ?? query.data?.shows
  if (shows === undefined) return null
  const press = (): void =>
    void save({ shows: !shows })
      .then((saved) => setSet(saved.shows))
      .catch(() => toast('设置失败', 'bad'))
  return (
    <label className={css.seen}>
      <input type="checkbox" checked={shows} onChange={press} />
      去过别人的主页或帖子，让对方在“最近来访”里看到
    </label>
  )
}

function Part({ choice, href }: PartProps): ReactNode {
  const input = { pageNum: choice.page, pageSize: 20 }
  if (choice.tab === 'reply')
    return <WrittenReplies choice={{ tab: 'reply', page: choice.page }} input={input} href={href} own />
  if (choice.tab === 'collection') return <Collections choice={choice} href={href} />
  if (choice.tab === 'news') return <News choice={choice} href={href} />
  if (choice.tab === 'draft') return <DraftList />
  return (
    <>
      <WrittenPosts choice={{ tab: 'post', page: choice.page }} input={input} href={href} own />
      <DeletedPosts />
    </>
  )
}

/** The learner's own page in the forum. */
export function ForumOwn({ choice }: PageProps<OwnChoice>): ReactNode {
  const user = useRead(userQuery)
  const profile = useRead(profileQuery)
  const summary = useRead(authorFiguresQuery, {})
  const counts = useCount()
  const unread = counts.comments + counts.reviews
  const href = (change: Partial<OwnChoice>): string => ownHref({ ...choice, page: 1, ...change })
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: '我的社区' }]} />
      <UserTop user={user} introduction={profile.introduction ?? null} summary={summary} />
      <p className={css.seen}>
        <WriteLink />
        <a href={recordHref({ tab: 'decision' })}>我的处理记录</a>
        <a href={recordHref({ tab: 'report' })}>我的举报</a>
      </p>
      <section aria-label={names[choice.tab]}>
        <TabLinks
          label="内容"
          size="l"
          items={ownTabs.map((tab) => ({
            text: tab === 'news' && unread > 0 ? `${names.news} ${unread}` : names[tab],
            href: href({ tab, review: false }),
            current: tab === choice.tab,
          }))}
        />
        <h2 className="visually-hidden">{names[choice.tab]}</h2>
        <Part choice={choice} href={href} />
      </section>
      <Visits />
    </div>
  )
}
