import type { ReactNode } from 'react'
import type { Message } from '#shared/contract/message.ts'
import { weekdayMomentText } from '#shared/rules/number-text.ts'
import css from './message-words.module.css'

/** What a message says. Its HTML is the school's: the server has taken out what isn't allowed. */
export function MessageWords({ message }: { message: Message }): ReactNode {
  return (
    <>
      <p className="s13 muted">
        {weekdayMomentText(message.receiveDate)}
        {message.smallTitle ? ` · ${message.smallTitle}` : ''}
      </p>
      <div className={css.words} dangerouslySetInnerHTML={{ __html: message.content }} />
    </>
  )
}
