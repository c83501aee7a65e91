import { type ReactNode, useState } from 'react'
import { isChatPage } from '#client/browser/open-chat.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { usePart } from '#client/features/common/use-part.ts'
import { Icon } from '#client/ui/icon.tsx'

/** What the entry does beside being there comes when the page stands, or with the first press. */
const idleMs = 2000

const loadLive = () => import('#client/features/support/support-live.tsx')

interface EntryProps {
  pathname: string
  className: string | undefined
  itemClass: string | undefined
  badgeClass: string | undefined
}

/** The rail's entry to customer service, with the number of answers that weren't seen. */
export function SupportEntry({ pathname, className, itemClass, badgeClass }: EntryProps): ReactNode {
  const { config } = useApp().common
  const [isPressed, setPressed] = useState(false)
  const live = usePart(true, loadLive, isPressed ? 0 : idleMs)
  // widgets of others load on listed pages only
  if (config.chatKind !== 'embedded' && !isChatPage(config.chatPages, pathname)) return null
  const press = (): void => {
    setPressed(true)
    loadLive().then(
      ({ pressSupport }) => pressSupport(config),
      () => undefined,
    )
  }
  return (
    <div className={itemClass}>
      <button id="support-entry" className={className} type="button" onClick={press}>
        <Icon name="chat" />
        <span>在线客服</span>
        {live ? <live.SupportBadge className={badgeClass} /> : null}
      </button>
      {live ? <live.SupportWindow /> : null}
    </div>
  )
}
