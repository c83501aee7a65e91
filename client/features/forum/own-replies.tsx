import { type ReactNode, useState } from 'react'
import type { ReplyTarget } from '#client/features/forum/thread-acts.tsx'
import { useRemoveReply } from '#client/features/forum/writing-queries.ts'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { PostStatus } from '#shared/contract/enums.ts'
import type { OwnComment } from '#shared/contract/post-writing.ts'
import { momentText } from '#shared/rules/number-text.ts'
import css from './own-replies.module.css'

/** Replies that only their author sees: they wait, or weren't taken; and what can be done. */
export function OwnReplies({
  replies,
  onReply,
}: {
  replies: readonly OwnComment[]
  onReply: (target: ReplyTarget) => void
  onClose: () => void
}): ReactNode {
  const remove = useRemoveReply()
  const [gone, setGone] = useState<readonly number[]>([])
  const shown = replies.filter(({ id }) => !gone.includes(id))
  if (shown.length === 0) return null
  const takeBack = (id: number): void =>
    void remove({ id })
      .then(() => setGone([...gone, id]))
      .catch(() => toast('没有成功，请再试一次', 'bad'))
  return (
    <ol className={css.list} aria-label="只有你看得见的回复">
      {shown.map((reply) => {
        const { id, content, version, pictures, status, dueTime, reason, quote } = reply
        const waits = status === PostStatus.pending
        return (
          <li key={id} className={css.reply}>
            <p className={css.head}>{waits ? <Tag tone="wait">待审</Tag> : <Tag tone="due">没有通过</Tag>}</p>
            {quote ? (
              <blockquote className={css.quote}>
                <small>
                  {quote.nickname} {quote.floor} 楼
                </small>
                {quote.content}
              </blockquote>
            ) : null}
            <p className={css.text}>{content}</p>
            {pictures.map(({ url, alt }) => (
              <img key={url} className={css.picture} src={url} alt={alt} />
            ))}
            <p className={css.slip} data-state={waits ? 'waits' : 'refused'}>
              <b>{waits ? '现在只有你看得见。' : (reason ?? '没有通过审核。')}</b>
              {waits && dueTime !== null ? `${momentText(dueTime)} 前有答复，到时在消息里告诉你。` : null}
              {waits ? null : '改好可以再发。'}
            </p>
            <p className={css.acts}>
              <button
                type="button"
                onClick={() => onReply({ name: '没发出的一条', edit: { id, content, version, pictures } })}
              >
                {waits ? '改一改' : '改好再发'}
              </button>
              <button type="button" onClick={() => takeBack(id)}>
                {waits ? '撤回' : '删掉'}
              </button>
            </p>
          </li>
        )
      })}
    </ol>
  )
}
