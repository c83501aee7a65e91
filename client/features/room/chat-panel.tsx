import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { ChatList } from '#client/features/room/chat-list.tsx'
import { Composer } from '#client/features/room/composer.tsx'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import css from './chat.module.css'

const MessageDialog = lazyDialog(() => import('#client/features/room/message-dialog.tsx').then((m) => m.MessageDialog))

/** How the line is: only what the reader has to know. */
function LineState(): ReactNode {
  const { store } = useRoom()
  const phase = useChat((chat) => chat.phase)
  const reason = useChat((chat) => chat.reason)
  if (phase === 'reconnecting') {
    return (
      <p className={css.bar} role="status">
        网络中断，正在重连…
      </p>
    )
  }
  if (phase === 'ended' && reason)
    return (
      <p className={css.bar} role="status">
        {reason}
      </p>
    )
  if (phase !== 'refused' && phase !== 'removed') return null
  return (
    <p className={css.bar} role="alert">
      {phase === 'removed' ? '这间教室在太多窗口里开着，这里的聊天停下了' : reason || '没有进入聊天'}
      <button type="button" className={css.again} onClick={() => store.start()}>
        {phase === 'removed' ? '在这里聊' : '再试一次'}
      </button>
    </p>
  )
}

/** The chat of a room: what was said, and where to say something. */
export function ChatPanel(): ReactNode {
  const { env } = useApp()
  const [staffOnly, setStaffOnly] = useState(false)
  const [chosen, setChosen] = useState<ImMessage>()
  const phase = useChat((chat) => chat.phase)
  const list = useRef<HTMLDivElement>(null)
  const choose = useCallback((message: ImMessage) => setChosen(message), [])
  return (
    <>
      <LineState />
      <ChatList
        box={list}
        staffOnly={staffOnly}
        onChoose={phase === 'joined' || phase === 'ended' ? choose : undefined}
      />
      <Composer staffOnly={staffOnly} onStaffOnly={setStaffOnly} />
      {chosen ? (
        <MessageDialog
          styles={env.css['message-dialog']}
          message={chosen}
          returnTo={() => list.current?.querySelector<HTMLElement>(`[data-seq="${chosen.seq}"] button`) ?? list.current}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  )
}
