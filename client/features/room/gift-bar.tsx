import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useChat } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { useDismiss } from '#client/ui/use-dismiss.ts'
import { giftsQuery, giveGift } from '#client/features/room/chat-queries.ts'
import css from './room-bar.module.css'

/** Presents for the teacher; one press gives one. */
export function GiftBar(): ReactNode {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId)
  const phase = useChat((chat) => chat.phase)
  const me = useChat((chat) => chat.me)
  // A line that breaks for a while moves nothing on the page.
  const isThere = phase === 'joined' || phase === 'reconnecting'
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useDismiss(isOpen, root, (byKey) => {
    setIsOpen(false)
    if (byKey) opener.current?.focus()
  })
  const [busy, act] = useRoomAction('没有送出去，请再试一次')
  const { data: gifts } = useQuery({
    ...giftsQuery(api, { groupId: groupId ?? '' }),
    enabled: groupId !== undefined && isThere && isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isThere || me?.isEstoppel) return null
  const give = (giftId: number): void => {
    const clientMsgId = crypto.randomUUID()
    void act(() => giveGift(api, { groupId: groupId ?? '', giftId, count: 1, clientMsgId }))
  }
  return (
    <div ref={root} className={css.gifts}>
      <button ref={opener} type="button" className={css.tool} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        送礼物
      </button>
      {isOpen && gifts ? (
        <ul className={css.giftList} aria-label="礼物">
          {gifts.length === 0 ? <li className="s13 muted">现在没有礼物</li> : null}
          {gifts.map((gift) => (
            <li key={gift.id}>
              <button
                type="button"
                className={css.gift}
                aria-busy={busy}
                disabled={phase !== 'joined'}
                onClick={() => give(gift.id)}
              >
                <img src={gift.img} alt="" width="32" height="32" />
                {gift.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
