import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '#client/features/common/copy-text.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { monthDayText } from '#shared/rules/number-text.ts'
import css from './ticket.module.css'

/** What stands in a form's place once it is sent: the number, and until when the answer comes. */
export function SentNote({
  no,
  dueTime,
  hasInbox,
  hasContact,
  onAgain,
}: {
  no: string
  dueTime: number
  hasInbox: boolean
  hasContact: boolean
  onAgain: () => void
}): ReactNode {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  return (
    <section className={css.sent} aria-label="提交结果">
      <h2 className="h3" ref={head} tabIndex={-1}>
        收到了
      </h2>
      <p>
        编号 <b className="num">{no}</b>{' '}
        <Button tone="text" size="s" onClick={() => void copyText(no, { done: '编号已复制', byHand: '复制这个编号' })}>
          复制编号
        </Button>
      </p>
      <p className="muted">
        {hasInbox
          ? `最晚 ${monthDayText(dueTime - 1)} 答复，会发到你的站内消息。`
          : hasContact
            ? `最晚 ${monthDayText(dueTime - 1)} 按你留的联系方式答复；打电话来问时报编号就行。`
            : '你没有留联系方式，我们会看，但没法回复你。'}
      </p>
      <p className={css.sentActs}>
        {hasInbox ? (
          <ButtonLink tone="secondary" size="s" href={`/user/feedback/${no}`}>
            看进度
          </ButtonLink>
        ) : null}
        <Button tone="text" size="s" onClick={onAgain}>
          再写一条
        </Button>
      </p>
    </section>
  )
}
