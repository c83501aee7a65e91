import { useEffect, useRef, useState } from 'react'
import type { ImMessage } from '#shared/contract/im-fields.ts'

const pauseMs = 5000

function spokenText(news: readonly ImMessage[]): string {
  const last = news.findLast((message) => message.text !== null)
  if (!last) return ''
  const words = `${last.from?.nickname ?? ''}：${last.text?.text ?? ''}`
  return news.length > 1 ? `${news.length} 条新消息，${words}` : words
}

/** What a screen reader is told of the chat: at most one sentence in five seconds, however much is said. */
export function useSpoken(messages: readonly ImMessage[], isOn: boolean): string {
  const [spoken, setSpoken] = useState('')
  const spokenSeq = useRef<number>(undefined)
  const spokenAt = useRef(0)
  useEffect(() => {
    if (!isOn) return undefined
    const last = messages.at(-1)?.seq ?? 0
    // What was there on coming in isn't read out.
    spokenSeq.current ??= last
    if (last <= spokenSeq.current) return undefined
    const timer = setTimeout(
      () => {
        const from = spokenSeq.current ?? 0
        spokenSeq.current = last
        spokenAt.current = Date.now()
        setSpoken(spokenText(messages.filter(({ seq }) => seq > from)))
      },
      Math.max(0, spokenAt.current + pauseMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [messages, isOn])
  return spoken
}
