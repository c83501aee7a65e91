import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { floorHref, forumAll } from '#client/features/forum/forum-address.ts'
import { authorCommentsQuery, authorPostsQuery } from '#client/features/forum/forum-queries.ts'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { PostList } from '#client/features/forum/post-list.tsx'
import { Avatar, type AvatarProps } from '#client/features/session/avatar.tsx'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './user-part.module.css'

interface UserTopProps {
  user: AvatarProps['user']
  introduction: string | null
  summary: CallOutput<'GET /api/post/user-summary'>
}

/** Who it is, and how much they have written. */
export function UserTop({ user, introduction, summary }: UserTopProps): ReactNode {
  return (
    <div className={css.top}>
      <Avatar user={user} size="l" />
      <div>
        <h1 className={css.name}>{user.nickname}</h1>
        {introduction ? <p className="muted">{introduction}</p> : null}
        <p className="s13 muted">
          {countText(summary.allCount)} 帖　{countText(summary.commentCount)} 条回复
        </p>
      </div>
    </div>
  )
}

interface Choice {
  tab: 'post' | 'reply'
  page: number
}

interface UserPartProps {
  choice: Choice
  input: { userId?: number; pageNum: number; pageSize: number }
  href: (change: Partial<Choice>) => string
  /** The learner's own: posts that nobody else sees are among them. */
  own?: boolean
}

/** Posts of somebody. */
export function WrittenPosts({ input, href, own }: UserPartProps): ReactNode {
  const list = useRead(authorPostsQuery, input)
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title={own ? '你还没有发过帖子' : '还没有发过帖子'}
        text={own ? '写一篇，或先看看大家在说什么' : '先看看大家在说什么'}
        action={{ text: '全部帖子', href: forumAll }}
      />
    )
  return (
    <>
      <PostList posts={list.records} withPlate withAuthor={false} />
      <Pager current={list.current} pages={list.pages} total={list.total} unit="帖" hrefOf={(page) => href({ page })} />
    </>
  )
}

/** Comments of somebody. */
export function WrittenReplies({ input, href, own }: UserPartProps): ReactNode {
  const list = useRead(authorCommentsQuery, input)
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title={own ? '你还没有回复过' : '还没有回复过'}
        text="先看看大家在说什么"
        action={{ text: '全部帖子', href: forumAll }}
      />
    )
  return (
    <>
      <ol className={css.replies}>
        {list.records.map((comment) => (
          <li key={comment.commentId}>
            <p className={css.text}>{comment.content}</p>
            <p className="s13 muted">
              <ForumTime time={comment.createTime} minute />
              　回复在
              <a className={css.post} href={floorHref(comment.postId, comment.page, comment.floor)}>
                {comment.postTitle}
              </a>
            </p>
          </li>
        ))}
      </ol>
      <Pager current={list.current} pages={list.pages} total={list.total} unit="条" hrefOf={(page) => href({ page })} />
    </>
  )
}

/** Posts or comments of somebody, on a tab each. */
export function UserPart(props: UserPartProps): ReactNode {
  const { choice, href } = props
  const names = { post: '帖子', reply: '回复' } as const
  return (
    <section aria-label={names[choice.tab]}>
      <TabLinks
        label="内容"
        size="l"
        items={(['post', 'reply'] as const).map((tab) => ({
          text: names[tab],
          href: href({ tab }),
          current: tab === choice.tab,
        }))}
      />
      <h2 className="visually-hidden">{names[choice.tab]}</h2>
      {choice.tab === 'reply' ? <WrittenReplies {...props} /> : <WrittenPosts {...props} />}
    </section>
  )
}
