import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { DraftList } from '#client/features/forum/draft-list.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import type { WriteChoice } from '#client/pages/forum/forum-write.page.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { toast } from '#client/ui/toast-store.ts'

const PostForm = lazyPart(() => import('#client/features/forum/post-form.tsx').then((m) => m.PostForm))

/** In the place of the form for who may not write now. */
function Banned(): ReactNode {
  return (
    <p>
      你现在不能在社区发言，看帖和学习都不受影响。原因、条款和期限写在<a href="/bbs/user?tab=news">消息</a>里。
    </p>
  )
}

/** Where a post is written. */
export function ForumWrite({ choice }: PageProps<WriteChoice>): ReactNode {
  const { api, env } = useApp()
  const user = useCall('GET /api/user/info', {})
  const banned = useQuery({
    ...callQuery(api, 'GET /api/post/banned-status', {}),
    enabled: typeof document !== 'undefined',
    staleTime: 0,
  })
  const title = choice.post === undefined ? '写帖子' : '修改帖子'
  return (
    <div className="wrap">
      <Breadcrumb items={[...forumCrumbs, { text: title }]} />
      <h1 className="visually-hidden">{title}</h1>
      <ForumColumns
        aside={
          <>
            <AsideBlock title="没写完的草稿">
              <DraftList />
            </AsideBlock>
            <AsideBlock title="什么要先审">
              <p className="s13 muted">
                头三篇帖子、带站外链接的，有人看过再公开，24 小时内有答复。结果在消息里告诉你，没通过一定写明为什么。
              </p>
            </AsideBlock>
          </>
        }
      >
        {banned.data === true ? (
          <Banned />
        ) : (
          <PostForm
            key={`${choice.post ?? 0}/${choice.plate ?? 0}`}
            styles={env.css['post-form']}
            userId={user.id}
            plateId={choice.plate}
            postId={choice.post}
            onClose={() => toast('写帖子的部分没有加载出来，请刷新', 'bad')}
          />
        )}
      </ForumColumns>
    </div>
  )
}
