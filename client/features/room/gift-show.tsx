import { type ReactNode, useEffect, useRef, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { withNewGifts } from '#client/features/room/new-gifts.ts'
import { useChat } from '#client/features/room/room-context.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import css from './room-frame.module.css'

const shownMs = 2600
const freshMs = 10_000

/** Presents that have just been given drift up at the edge of the picture, one after the other, without covering it; the chat tells of them, too. */
export function GiftShow(): ReactNode {
  const messages = useChat((chat) => chat.messages)
  const isLive = useChat((chat) => chat.phase === 'joined')
  const [waiting, setWaiting] = useState<readonly ImMessage[]>([])
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (!isLive) return
    const after = seen.current
    seen.current = messages.at(-1)?.seq ?? 0
    // What was given before one came, or while the line was cut, isn't shown any more.
    if (after !== undefined)
      setWaiting((before) => withNewGifts(before, messages, { seq: after, time: serverNow() - freshMs }))
  }, [messages, isLive])
  const shown = waiting[0]
  const seq = shown?.seq
  useEffect(() => {
    if (seq === undefined) return undefined
    const timer = setTimeout(() => setWaiting((before) => before.filter((message) => message.seq !== seq)), shownMs)
    return () => clearTimeout(timer)
  }, [seq])
  if (!shown?.gift) return null
  return (
    <p key={seq} className={css.show} aria-hidden="true">
      <img src={shown.gift.img} alt="" width="40" height="40" />
      {shown.from?.nickname} 送出 {shown.gift.name}
      {shown.gift.count > 1 ? ` ×${shown.gift.count}` : ''}
    </p>
  )
}
