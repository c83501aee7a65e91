import { type ReactNode, useSyncExternalStore } from 'react'
import { isChatPage, openChat } from '#client/browser/open-chat.ts'
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
import { Icon } from '#client/ui/icon.tsx'

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

/** Whether a page offers it: widgets of others load on listed pages only. */
function isOffered({ chatKind, chatPages }: Config, pathname: string): boolean {
  return chatKind === 'embedded' || isChatPage(chatPages, pathname)
}

interface EntryProps {
  pathname: string
  className: string | undefined
  itemClass: string | undefined
  badgeClass: string | undefined
}

/** The rail's entry, with the number of answers that weren't seen. */
export function SupportEntry({ pathname, className, itemClass, badgeClass }: EntryProps): ReactNode {
  const { config } = useApp().common
  const { window, unread } = useSyncExternalStore(subscribeSupport, supportStanding, serverStanding)
  if (!isOffered(config, pathname)) return null
  const isOpen = window !== 'closed'
  const press = (): void => {
    if (isOpen) return closeSupport()
    noteUnread(0)
    openAnyChat(config)
  }
  return (
    <div className={itemClass}>
      <button
        id="support-entry"
        className={className}
        type="button"
        aria-expanded={config.chatKind === 'embedded' ? isOpen : undefined}
        aria-label={unread > 0 ? `在线客服，${unread} 条新回复` : '在线客服'}
        onClick={press}
      >
        <Icon name="chat" />
        <span>在线客服</span>
        {unread > 0 && !isOpen ? <i className={badgeClass}>{unread > 9 ? '9+' : unread}</i> : null}
      </button>
      {config.chatKind === 'embedded' ? <SupportHost /> : null}
    </div>
  )
}
