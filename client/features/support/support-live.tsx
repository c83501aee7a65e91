import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { openChat } from '#client/browser/open-chat.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import { SupportHost } from '#client/features/support/support-host.tsx'
import {
  closeSupport,
  noteUnread,
  openSupport,
  serverStanding,
  subscribeSupport,
  supportStanding,
} from '#client/features/support/support-store.ts'

type Config = CommonData['config']

/** Opens whoever answers here: the school's own window, an inbox elsewhere, a widget. */
export function openAnyChat({ chatKind, chatScript, chatInbox }: Config, open: () => void = openSupport): void {
  if (chatKind === 'embedded') open()
  else if (chatInbox && chatScript)
    import('#client/features/support/open-inbox.ts').then(
      (module) => module.openInbox(chatInbox, chatScript),
      () => undefined,
    )
  else if (chatScript) openChat(chatScript)
}

/** A press on the entry: opens, or closes what is open. */
export function pressSupport(config: Config): void {
  if (supportStanding().window !== 'closed') return closeSupport()
  noteUnread(0)
  openAnyChat(config)
}

/** In the entry: how many answers weren't seen. */
export function SupportBadge({ className }: { className: string | undefined }): ReactNode {
  const { chatKind } = useApp().common.config
  const { window, unread } = useSyncExternalStore(subscribeSupport, supportStanding, serverStanding)
  const isOpen = window !== 'closed'
  useEffect(() => {
    if (chatKind === 'embedded') document.getElementById('support-entry')?.setAttribute('aria-expanded', String(isOpen))
  }, [chatKind, isOpen])
  if (unread === 0 || isOpen) return null
  return (
    <>
      <i className={className} aria-hidden="true">
        {unread > 9 ? '9+' : unread}
      </i>
      <span className="visually-hidden">，{unread} 条新回复</span>
    </>
  )
}

/** The window, once it was opened. Beside the entry, never in it: what is pressed in the window would press the entry, too. */
export function SupportWindow(): ReactNode {
  const { chatKind } = useApp().common.config
  return chatKind === 'embedded' ? createPortal(<SupportHost />, document.body) : null
}
