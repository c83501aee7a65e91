import type { ReactNode } from 'react'
import { plateHref } from '#client/features/forum/forum-address.ts'
import { PostArticle } from '#client/features/forum/post-article.tsx'
import { CommentList } from '#client/features/forum/comment-list.tsx'
import { type CommentChoice, commentsHref } from '#client/pages/forum/forum-post-choice.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './forum.module.css'

interface ForumPostViewProps {
  post: CallOutput<'GET /api/post/detail'>
  comments: CallOutput<'GET /api/post/comment/comment-list'>
  /** Address of the post; it may hold a query. */
  path: string
  choice: CommentChoice
}

/** A post and its comments, by whichever address it was opened. */
export function ForumPostView({ post, comments, path, choice }: ForumPostViewProps): ReactNode {
  const href = (change: Partial<CommentChoice>): string => commentsHref(path, { ...choice, page: 1, ...change })
  const orders = (
    <TabLinks
      label="评论的顺序"
      items={[
        { text: '按楼层', href: href({ order: 'floor' }), current: choice.order === 'floor' },
        { text: '最新在前', href: href({ order: 'new' }), current: choice.order === 'new' },
      ]}
    />
  )
  return (
    <>
      <PostArticle post={post} />
      <section className={css.comments} aria-labelledby="comments">
        <SectionHead
          id="comments"
          title="回复"
          note={`共 ${countText(post.commentCount)} 条`}
          tabs={comments.total > 1 ? orders : undefined}
        />
        {comments.records.length > 0 ? (
          <CommentList threads={comments.records} authorId={post.author.id} />
        ) : (
          <EmptyBlock
            title="还没有人回复"
            text="先看看同一版块的别的帖子"
            action={{ text: post.category.name, href: plateHref(post.category.id) }}
          />
        )}
        <Pager
          current={comments.current}
          pages={comments.pages}
          total={comments.total}
          unit="楼"
          hrefOf={(page) => href({ page })}
        />
      </section>
    </>
  )
}
