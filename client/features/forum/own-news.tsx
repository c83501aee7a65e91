import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { AuthorLink } from '#client/features/forum/author-link.tsx'
import { floorHref, forumAll, postHref } from '#client/features/forum/forum-address.ts'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import {
  commentNewsQuery,
  newsCountQuery,
  reviewNewsQuery,
  useNewsSeen,
} from '#client/features/forum/writing-queries.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { PostStatus } from '#shared/contract/enums.ts'
import css from './user-part.module.css'

const reasons: Readonly<Record<number, string>> = {
  1: '回复了你的帖子',
  2: '回复了你',
  3: '引用了你',
  4: '在这里 @ 了你',
}
const targets = { post: '帖子', revision: '修改', comment: '回复' } as const

interface NewsProps {
  page: number
  hrefOf: (page: number) => string
}

/** Notes that what stands here was seen, once it stood before somebody. */
function useSeen(kind: 'comment' | 'review', records: readonly { id: number; read: boolean }[]): void {
  const seen = useNewsSeen()
  const { api } = useApp()
  const queries = useQueryClient()
  const upTo = Math.max(0, ...records.filter(({ read }) => !read).map(({ id }) => id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is new here
  useEffect(() => {
    if (upTo === 0) return
    seen({ kind, upTo })
      .then((counts) => queries.setQueryData(newsCountQuery(api).queryKey, counts))
      .catch(() => undefined)
  }, [kind, upTo])
}

/** Comments that concern the learner. */
export function CommentNews({ page, hrefOf }: NewsProps): ReactNode {
  const list = useRead(commentNewsQuery, { pageNum: page, pageSize: 20 })
  useSeen('comment', list.records)
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title="还没有人回复你"
        text="发一篇帖子，或去回复别人"
        action={{ text: '全部帖子', href: forumAll }}
      />
    )
  return (
    <>
      <ol className={css.replies}>
        {list.records.map((news) => (
          <li key={news.id}>
            <p className="s13 muted">
              <AuthorLink author={news.fromUser} />　{reasons[news.reason]}
              {news.read ? null : <Tag tone="due">新</Tag>}
            </p>
            <p className={css.text}>{news.content}</p>
            <p className="s13 muted">
              <ForumTime time={news.createTime} minute />
              <a className={css.post} href={floorHref(news.postId, news.page, news.floor)}>
                {news.postTitle}
              </a>
            </p>
          </li>
        ))}
      </ol>
      <Pager current={list.current} pages={list.pages} total={list.total} unit="条" hrefOf={hrefOf} />
    </>
  )
}

/** Decisions on what the learner wrote. */
export function ReviewNews({ page, hrefOf }: NewsProps): ReactNode {
  const list = useRead(reviewNewsQuery, { pageNum: page, pageSize: 20 })
  useSeen('review', list.records)
  if (list.records.length === 0)
    return (
      <EmptyBlock
        title="还没有审核消息"
        text="要审的内容 24 小时内有答复"
        action={{ text: '全部帖子', href: forumAll }}
      />
    )
  return (
    <>
      <ol className={css.replies}>
        {list.records.map((news) => (
          <li key={news.id}>
            <p className="s13 muted">
              {targets[news.target]}
              {news.status === PostStatus.published ? '通过了' : '没有通过'}
              {news.read ? null : <Tag tone="due">新</Tag>}
            </p>
            {news.reason ? <p className={css.text}>{news.reason}</p> : null}
            <p className="s13 muted">
              <ForumTime time={news.reviewTime} minute />
              <a className={css.post} href={postHref(news.postId)}>
                {news.title}
              </a>
            </p>
          </li>
        ))}
      </ol>
      <Pager current={list.current} pages={list.pages} total={list.total} unit="条" hrefOf={hrefOf} />
    </>
  )
}
