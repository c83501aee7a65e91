import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Message } from '#shared/contract/message.ts'

interface AnswerButtonProps {
  message: Message
  /** Sends the confirmation. */
  onConfirm: () => Promise<void>
  /** It is confirmed, or needed no confirmation. */
  onDone: () => void
}

/** The button of a message: confirms where that is wanted, and opens what it leads to in a new window. */
export function AnswerButton({ message, onConfirm, onDone }: AnswerButtonProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const text = message.buttonName ?? (message.buttonUrl ? '去看看' : '我知道了')
  const handleClick = async (): Promise<void> => {
    if (busy) return
    if (message.confirm) return onDone()
    setBusy(true)
    try {
      await onConfirm()
      onDone()
    } catch {
      toast('没能确认，请再试一次', 'bad')
      setBusy(false)
    }
  }
  // A link, so that the browser takes the window for one that the reader has asked for.
  return message.buttonUrl ? (
    <ButtonLink tone="primary" full href={message.buttonUrl} target="_blank" rel="noopener" onClick={handleClick}>
      {text}
    </ButtonLink>
  ) : (
    <Button tone="primary" full busy={busy} onClick={handleClick}>
      {text}
    </Button>
  )
}
