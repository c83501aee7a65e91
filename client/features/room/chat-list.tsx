import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { hasLine, mergeGifts, recallers } from '#client/features/room/chat-lines.ts'
import { ChatLine, type ChooseMessage, OutgoingLine } from '#client/features/room/chat-message.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { useSpoken } from '#client/features/room/use-spoken.ts'
import { toast } from '#client/ui/toast-store.ts'
import css from './chat.module.css'

const nearPixels = 48
const olderPixels = 60
/** So many are too many, even for who reads back. */
const manyMessages = 2000

interface Anchor {
  seq: number
  top: number
}

/** Moves the list so that a line is where it was; when it is gone, to what is left, without asking for more. */
function keepPlace(element: HTMLElement, { seq, top }: Anchor): void {
  const line = element.querySelector(`[data-seq="${seq}"]`)
  element.scrollTop = line ? element.scrollTop + line.getBoundingClientRect().top - top : olderPixels
}

/** The first line that who has scrolled up sees: it stays where it is when older ones go. */
function firstInSight(element: HTMLElement): Anchor | undefined {
  const { top } = element.getBoundingClientRect()
  for (const line of element.querySelectorAll<HTMLElement>('[data-seq]')) {
    const box = line.getBoundingClientRect()
    if (box.bottom > top) return { seq: Number(line.dataset.seq), top: box.top }
  }
  return undefined
}

interface ChatListProps {
  box: RefObject<HTMLDivElement | null>
  staffOnly: boolean
  onChoose: ChooseMessage | undefined
}

/** Stays at the newest line, however high the box is. */
function useStickToEnd(box: ChatListProps['box'], following: boolean): void {
  // The box changes its height with the window, the keyboard of a phone, the emoji.
  useEffect(() => {
    const element = box.current
    if (!element || !following) return undefined
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [following, box])
}

/** The lines of a chat, and where its reader stands. */
function useChatScroll({ box, staffOnly }: ChatListProps) {
  const { store } = useRoom()
  const messages = useChat((chat) => chat.messages)
  const outgoing = useChat((chat) => chat.outgoing)
  const me = useChat((chat) => chat.me)
  const hasOlder = useChat((chat) => chat.hasOlder)
  const loadingOlder = useChat((chat) => chat.loadingOlder)
  const phase = useChat((chat) => chat.phase)
  const before = useRef({ first: 0, height: 0 })
  const [following, setFollowing] = useState(true)
  const [readSeq, setReadSeq] = useState(0)
  const lines = useMemo(() => messages.filter((message) => hasLine(message, staffOnly)), [messages, staffOnly])
  const entries = useMemo(() => mergeGifts(lines), [lines])
  const recalled = useMemo(() => recallers(messages), [messages])
  const lastSeq = lines.at(-1)?.seq ?? 0
  const unread = following ? 0 : lines.filter(({ seq, from }) => seq > readSeq && from?.userId !== me?.userId).length
  const spoken = useSpoken(lines, phase === 'joined')

  const anchor = useRef<Anchor>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines are what changes the height
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const first = lines[0]?.seq ?? 0
    const held = anchor.current
    anchor.current = undefined
    if (following) element.scrollTop = element.scrollHeight
    else if (held) keepPlace(element, held)
    else if (first < before.current.first) element.scrollTop += element.scrollHeight - before.current.height
    before.current = { first, height: element.scrollHeight }
  }, [lines, outgoing, following, staffOnly])

  useEffect(() => {
    if (following) {
      setReadSeq(lastSeq)
      store.forgetOlder()
    } else if (box.current && messages.length > manyMessages) {
      const inSight = firstInSight(box.current)
      store.forgetOlder(inSight?.seq ?? lastSeq)
      if (store.getState().messages !== messages) anchor.current = inSight
    }
  }, [following, lastSeq, messages, store, box])

  useStickToEnd(box, following)

  const loadOlder = (): void => {
    store.loadOlder().catch(() => toast('更早的消息没有加载出来，请再试一次', 'bad'))
  }
  const showNewest = (): void => {
    setFollowing(true)
    // The button goes away with the focus on it.
    box.current?.focus()
  }
  const handleScroll = (): void => {
    const element = box.current
    if (!element) return
    setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight < nearPixels)
    if (element.scrollTop < olderPixels && hasOlder && element.scrollHeight > element.clientHeight) loadOlder()
  }
  return {
    outgoing,
    me,
    hasOlder,
    loadingOlder,
    phase,
    lines,
    entries,
    recalled,
    unread,
    spoken,
    loadOlder,
    showNewest,
    handleScroll,
  }
}

/** What was said: follows the newest while they are in sight, stays put when the reader has scrolled up. */
export function ChatList(props: ChatListProps): ReactNode {
  const { box, staffOnly, onChoose } = props
  const {
    outgoing,
    me,
    hasOlder,
    loadingOlder,
    phase,
    lines,
    entries,
    recalled,
    unread,
    spoken,
    loadOlder,
    showNewest,
    handleScroll,
  } = useChatScroll(props)
  return (
    <div className={css.listFrame}>
      <div
        ref={box}
        className={css.list}
        role="log"
        aria-label="聊天消息"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        tabIndex={0}
        onScroll={handleScroll}
      >
        {hasOlder ? (
          <button type="button" className={css.older} aria-busy={loadingOlder} onClick={loadOlder}>
            {loadingOlder ? '加载中' : '更早的消息'}
          </button>
        ) : null}
        {entries.map(({ message, newest, count }) => (
          <ChatLine
            key={message.seq}
            message={message}
            newest={newest}
            gifts={count}
            me={me}
            staffOnly={staffOnly}
            recalledBy={recalled.get(message.seq)}
            onChoose={onChoose}
          />
        ))}
        {lines.length === 0 && outgoing.length === 0 ? (
          <p className={css.system}>{emptyText(phase, staffOnly)}</p>
        ) : null}
        {outgoing.map((message) => (
          <OutgoingLine key={message.clientMsgId} message={message} me={me} />
        ))}
      </div>
      {unread > 0 ? (
        <button type="button" className={css.pill} onClick={showNewest}>
          {unread} 条新消息
        </button>
      ) : null}
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
    </div>
  )
}

function emptyText(phase: string, staffOnly: boolean): string {
  if (phase === 'joining') return '正在进入聊天'
  if (staffOnly) return '老师还没有说话'
  return phase === 'ended' ? '这节课没有聊天记录' : '还没有人说话'
}
