import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ChatPanel } from '#client/features/room/chat-panel.tsx'
import { MemberPanel } from '#client/features/room/member-panel.tsx'
import { useChat } from '#client/features/room/room-context.ts'
import { countText } from '#shared/rules/number-text.ts'
import css from './room-side.module.css'

const tabs = ['chat', 'members', 'notice'] as const
type Tab = (typeof tabs)[number]

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Whether something is new that isn't being looked at, for five seconds. */
function useFlash(value: number | string | undefined, isShown: boolean): boolean {
  const [flashes, setFlashes] = useState(false)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return undefined
    const isFirst = last.current === undefined || last.current === 0
    last.current = value
    if (isShown || isFirst) return undefined
    setFlashes(true)
    const timer = setTimeout(() => setFlashes(false), 5000)
    return () => clearTimeout(timer)
  }, [value, isShown])
  return flashes && !isShown
}

/** Beside a room that is looked into by a link: it has neither chat nor members. */
export function LinkSide({ notice }: { notice: string | null }): ReactNode {
  return (
    <>
      <p className={css.notice}>{notice || '老师还没有写公告'}</p>
      <p className={`${css.notice} s13 muted`}>用链接看预览没有聊天和成员</p>
    </>
  )
}

/** Chat, members and notice beside the picture; below it on a phone. */
export function RoomSide({ notice, headCount, chat }: { notice: string | null; headCount: number | undefined; chat: ReactNode }): ReactNode {
  const id = useId()
  const [tab, setTab] = useState<Tab>('chat')
  const lastSeq = useChat((chat) => chat.messages.at(-1)?.seq ?? 0)
  const flashes = { chat: useFlash(lastSeq, tab === 'chat'), members: false, notice: useFlash(notice ?? '', tab === 'notice') }
  const texts: Readonly<Record<Tab, string>> = { chat: '聊天', members: headCount === undefined ? '成员' : `成员 ${countText(headCount)}`, notice: '公告' }
  const handleKey = (event: KeyboardEvent): void => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? 'chat'
    setTab(next)
    document.getElementById(`${id}-${next}-tab`)?.focus()
  }
  const panel = (name: Tab, children: ReactNode): ReactNode => (
    <div id={`${id}-${name}`} role="tabpanel" aria-labelledby={`${id}-${name}-tab`} className={css.panel} hidden={tab !== name}>
      {children}
    </div>
  )
  return (
    <>
      <div className={css.tabs} role="tablist" aria-label="教室" onKeyDown={handleKey}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`${id}-${name}-tab`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls={`${id}-${name}`}
            tabIndex={tab === name ? 0 : -1}
            className={flashes[name] ? `${css.tab} ${css.flash}` : css.tab}
            onClick={() => setTab(name)}
          >
            <span className={tab === name ? 'wave' : undefined}>{texts[name]}</span>
          </button>
        ))}
      </div>
      {panel('chat', chat ?? <ChatPanel />)}
      {panel('members', <MemberPanel isShown={tab === 'members'} />)}
      {panel('notice', <p className={css.notice}>{notice || '老师还没有写公告'}</p>)}
    </>
  )
}
