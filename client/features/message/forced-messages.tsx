import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { AnswerButton } from '#client/features/message/answer-button.tsx'
import { checkMessages, useMessageActions } from '#client/features/message/message-actions.ts'
import { MessageWords } from '#client/features/message/message-words.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { confirmMessage } from '#client/features/message/message-queries.ts'
import css from './forced-messages.module.css'

interface ForcedMessagesProps {
  /** Nothing waits any more, or the reader has put it aside. */
  onClose: () => void
}

/** Messages that wait for a confirmation: one at a time, the oldest first. */
export function ForcedMessages({ onClose }: ForcedMessagesProps): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const { refresh } = useMessageActions()
  const [done, setDone] = useState(0)
  // Asked once: what comes meanwhile waits for the next time.
  const { data } = useQuery({
    queryKey: ['forced messages'],
    queryFn: () => checkMessages(api, queries),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const waiting = data?.warnList ?? []
  const message = waiting[done]
  if (!message) return null
  const end = (): void => {
    onClose()
    void refresh()
  }
  return (
    <Dialog key={message.id} title={message.title} closable={message.allowClose} onClose={end}>
      <MessageWords message={message} />
      <AnswerButton
        message={message}
        onConfirm={async () => {
          await confirmMessage(api, { msgId: message.id })
        }}
        onDone={() => (done + 1 < waiting.length ? setDone(done + 1) : end())}
      />
      <p className={`s13 muted ${css.left}`} aria-live="polite">
        共 {waiting.length} 条待确认，还剩 {waiting.length - done} 条
      </p>
    </Dialog>
  )
}
