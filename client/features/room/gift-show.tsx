import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useChat } from '#client/features/room/room-context.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import css from './room-frame.module.css'

const shownMs = 2600

/** A present that has just been given drifts up at the edge of the picture, without covering it; the chat tells of it, too. */
export function GiftShow(): ReactNode {
  const last = useChat((chat) => chat.messages.at(-1))
  const isLive = useChat((chat) => chat.phase === 'joined')
  const [shown, setShown] = useState<ImMessage>()
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (!isLive) return undefined
    const seq = last?.seq ?? 0
    const isNew = seen.current !== undefined && seq > seen.current
    seen.current = seq
    if (isNew && last?.gift && !last.recalled) setShown(last)
    return undefined
  }, [last, isLive])
  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown])
  if (!shown?.gift) return null
  return (
    <p key={shown.seq} className={css.show} aria-hidden="true">
      <img src={shown.gift.img} alt="" width="40" height="40" />
      {shown.from?.nickname} 送出 {shown.gift.name}
    </p>
  )
}
