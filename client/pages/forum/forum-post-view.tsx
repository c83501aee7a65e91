import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { plateHref } from '#client/features/forum/forum-address.ts'
import { PostArticle } from '#client/features/forum/post-article.tsx'
import { CommentList } from '#client/features/forum/comment-list.tsx'
import { MoreAnswers } from '#client/features/forum/more-answers.tsx'
import { OwnPostActs } from '#client/features/forum/own-post-acts.tsx'
import { PostActs, type ReplyTarget, ThreadActs, useAsMember, useMine } from '#client/features/forum/thread-acts.tsx'
import { refreshThread } from '#client/features/forum/writing-queries.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { type CommentChoice, commentsHref, threadsOnPage } from '#client/pages/forum/forum-post-choice.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SectionHead } from '#client/ui/section-head.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './forum.module.css'

interface ForumPostViewProps {
  post: CallOutput<'GET /api/post/detail'>
  comments: CallOutput<'GET /api/post/comment/comment-list'>
  /** Address of the post; it may hold a query. */
  path: string
  choice: CommentChoice
}

const ReplyBox = lazyPart(() => import('#client/features/forum/reply-box.tsx').then((m) => m.ReplyBox))
const OwnReplies = lazyPart(() => import('#client/features/forum/own-replies.tsx').then((m) => m.OwnReplies))

const notLoaded = (): void => toast('写回复的部分没有加载出来，请刷新', 'bad')

/** Where one replies: a line until somebody presses it, then the form; and what waits of one's own. */
function Replying({
  postId,
  mine,
  target,
  setTarget,
  onSent,
}: {
  postId: number
  mine: ReturnType<typeof useMine>
  target: ReplyTarget | undefined
  setTarget: (target: ReplyTarget | undefined) => void
  onSent: (isShown: boolean) => void
}): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const asMember = useAsMember()
  return (
    <>
      {mine && mine.waiting.length > 0 ? (
        <OwnReplies styles={env.css['own-replies']} replies={mine.waiting} onReply={setTarget} onClose={notLoaded} />
      ) : null}
      {target && user ? (
        <ReplyBox
          key={JSON.stringify([target.parentId, target.quote?.id, target.edit?.id])}
          styles={env.css['reply-box']}
          userId={user.id}
          postId={postId}
          target={target}
          onDone={onSent}
          onCancel={() => setTarget(undefined)}
          onClose={notLoaded}
        />
      ) : (
        <button type="button" className={css.write} onClick={() => asMember(() => setTarget({}))}>
          写一句回复
        </button>
      )}
    </>
  )
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
  const mine = useMine(post.id)
  const queries = useQueryClient()
  const [target, setTarget] = useState<ReplyTarget>()
  const place = useRef<HTMLDivElement>(null)
  const isOpen = post.status === PostStatus.published
  const handleReply = (next: ReplyTarget): void => {
    setTarget(next)
    place.current?.scrollIntoView({ block: 'nearest' })
  }
  const handleSent = (isShown: boolean): void => {
    setTarget(undefined)
    const isThread = target?.parentId === undefined && target?.edit === undefined
    const page = choice.order === 'new' ? 1 : Math.floor(comments.total / threadsOnPage) + 1
    if (isShown && isThread && page !== choice.page) navigate(href({ page }))
    refreshThread(queries)
  }
  return (
    <ThreadActs mine={mine} onReply={isOpen ? handleReply : undefined}>
      <PostArticle post={post}>
        {isOpen || mine?.isAuthor ? (
          <PostActs post={post} mine={mine} canMark={isOpen}>
            {mine?.isAuthor ? <OwnPostActs id={post.id} /> : null}
          </PostActs>
        ) : null}
      </PostArticle>
      <section className={css.comments} aria-labelledby="comments">
        <SectionHead
          id="comments"
          title="回复"
          note={`共 ${countText(post.commentCount)} 条`}
          tabs={comments.total > 1 ? orders : undefined}
        />
        {comments.records.length > 0 ? (
          <CommentList threads={comments.records} authorId={post.author.id} MoreAnswers={MoreAnswers} />
        ) : (
          <EmptyBlock
            title="还没有人回复"
            text="写下第一条，或先看看同一版块的别的帖子"
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
        {isOpen ? (
          <div ref={place} className={css.reply}>
            <Replying postId={post.id} mine={mine} target={target} setTarget={setTarget} onSent={handleSent} />
          </div>
        ) : null}
      </section>
    </ThreadActs>
  )
}
