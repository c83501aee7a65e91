import type { ReactNode } from 'react'
import { AuthorLink } from '#client/features/forum/author-link.tsx'
import { CommentActs } from '#client/features/forum/thread-acts.tsx'
import { ForumTime } from '#client/features/forum/forum-time.tsx'
import { ReportButton } from '#client/features/forum/report-button.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ForumTarget } from '#shared/contract/enums.ts'
import type { PostComment } from '#shared/contract/post.ts'
import css from './comment-list.module.css'

export interface CommentProps {
  comment: PostComment
  /** Who wrote the post. */
  authorId: number
}

function Who({ comment, authorId }: CommentProps): ReactNode {
  const { author } = comment
  return (
    <p className={css.who}>
      <AuthorLink author={author} className={css.name} />
      {author.isStaff ? <Tag tone="got">老师</Tag> : null}
      {author.id !== 0 && author.id === authorId ? <Tag tone="plain">楼主</Tag> : null}
      {comment.replyTo ? (
        <span className="faint">
          回复 <AuthorLink author={comment.replyTo} />
        </span>
      ) : null}
    </p>
  )
}

export function Comment({ comment, authorId }: CommentProps): ReactNode {
  const { floor, isDeleted } = comment
  return (
    <div id={`floor-${floor}`} className={css.comment}>
      {isDeleted ? <span className={css.gone} aria-hidden="true" /> : <Avatar user={comment.author} />}
      <div className={css.body}>
        {isDeleted ? <p className="faint">该评论已删除</p> : <Who comment={comment} authorId={authorId} />}
        {comment.quote ? (
          <blockquote className={css.quote}>
            <small>
              {comment.quote.nickname} {comment.quote.floor} 楼
            </small>
            {comment.quote.content || '引用的回复已经不在了'}
          </blockquote>
        ) : null}
        {isDeleted ? null : (
          <p className={comment.author.isStaff ? `${css.text} remark` : css.text}>{comment.content}</p>
        )}
        {comment.pictures.length > 0 ? (
          <p className={css.pictures}>
            {comment.pictures.map(({ url, alt }) => (
              <a key={url} href={url} target="_blank" rel="noopener" aria-label={alt || '看大图'}>
                <img src={url} alt={alt} loading="lazy" decoding="async" />
              </a>
            ))}
          </p>
        ) : null}
        <p className={`s12 faint ${css.foot}`}>
          <a href={`#floor-${floor}`} aria-label={`第 ${floor} 楼`}>
            {floor} 楼
          </a>
          {isDeleted ? null : (
            <>
              <ForumTime time={comment.createTime} minute />
              {comment.isEdited ? <span>改过</span> : null}
              <CommentActs comment={comment} />
              <ReportButton
                target={ForumTarget.comment}
                id={comment.id}
                authorId={comment.author.id}
                label={`举报 ${floor} 楼`}
                what={`${floor} 楼的回复`}
              />
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/** Comments by floor, the answers to each under it. */
export function CommentList({
  threads,
  authorId,
  MoreAnswers,
}: {
  threads: readonly PostComment[]
  authorId: number
  /** Shows the answers behind the first of a thread. */
  MoreAnswers: (props: { thread: PostComment; authorId: number }) => ReactNode
}): ReactNode {
  return (
    <ol className={css.threads}>
      {threads.map((thread) => (
        <li key={thread.id} className={css.thread}>
          <Comment comment={thread} authorId={authorId} />
          {thread.children.length > 0 ? (
            <ol className={css.answers}>
              {thread.children.map((answer) => (
                <li key={answer.id}>
                  <Comment comment={answer} authorId={authorId} />
                </li>
              ))}
              {thread.answerCount > thread.children.length ? <MoreAnswers thread={thread} authorId={authorId} /> : null}
            </ol>
          ) : null}
        </li>
      ))}
    </ol>
  )
}
