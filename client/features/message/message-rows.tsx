import type { ReactNode } from 'react'
import { useNow } from '#client/features/common/use-now.ts'
import type { Message } from '#shared/contract/message.ts'
import { messageDateText } from '#shared/rules/message-date.ts'
import { dayText } from '#shared/rules/number-text.ts'
import css from './message-rows.module.css'

interface MessageRowsProps {
  messages: readonly Message[]
  hrefOf: (message: Message) => string
  /** Opens it in place; without one the link is followed. */
  onOpen?: (message: Message) => void
}

/** Ruled rows: whether it is read, what it is called, when it came. */
export function MessageRows({ messages, hrefOf, onOpen }: MessageRowsProps): ReactNode {
  const now = useNow()
  return (
    <ul className={css.rows}>
      {messages.map((message) => (
        <li key={message.id} className={css.row} data-unread={!message.review || undefined}>
          <a
            className={css.title}
            href={hrefOf(message)}
            onClick={(event) => {
              if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onOpen(message)
            }}
          >
            {message.review ? null : <span className="visually-hidden">未读：</span>}
            {message.title}
          </a>
          <time className={css.date} dateTime={dayText(message.receiveDate)}>
            {now === undefined ? dayText(message.receiveDate) : messageDateText(message.receiveDate, now)}
          </time>
          {message.smallTitle ? <p className={css.small}>{message.smallTitle}</p> : null}
          {message.confirm ? null : <p className={css.small}>等您确认</p>}
        </li>
      ))}
    </ul>
  )
}
