import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { AsideBlock, ForumColumns } from '#client/features/forum/forum-columns.tsx'
import { DraftList } from '#client/features/forum/draft-list.tsx'
import { UnlessBanned } from '#client/features/forum/unless-banned.tsx'
import { forumCrumbs } from '#client/pages/forum/forum-head.ts'
import type { WriteChoice } from '#client/pages/forum/forum-write.page.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Breadcrumb } from '#client/ui/breadcrumb.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { userQuery } from '#client/features/session/session-queries.ts'
import { toast } from '#client/ui/toast-store.ts'

const PostForm = lazyPart(() => import('#client/features/forum/post-form.tsx').then((m) => m.PostForm))

/** Where a post is written. */
export function ForumWrite({ choice }: PageProps<WriteChoice>): ReactNode {
  const { env } = useApp()
  const user = useRead(userQuery)
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
        <UnlessBanned>
          <PostForm
            key={`${choice.post ?? 0}/${choice.plate ?? 0}`}
            styles={env.css['post-form']}
            userId={user.id}
            plateId={choice.plate}
            postId={choice.post}
            onClose={() => toast('写帖子的部分没有加载出来，请刷新', 'bad')}
          />
        </UnlessBanned>
      </ForumColumns>
    </div>
  )
}
