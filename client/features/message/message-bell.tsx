import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { loadStyles } from '#client/browser/page-assets.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { Icon } from '#client/ui/icon.tsx'
import { useDismiss } from '#client/ui/use-dismiss.ts'
import css from './message-bell.module.css'

type Panel = ComponentType<{ onClose: () => void }>

const panelId = 'message-panel'

/** The bell: a link to all messages, with a dot while something is unread; where there is room its panel opens in place. */
export function MessageBell({ unread }: { unread: boolean }): ReactNode {
  const { env } = useApp()
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<Panel>()
  const root = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLAnchorElement>(null)
  useDismiss(open, root, (byKey) => {
    setOpen(false)
    if (byKey) bell.current?.focus()
  })
  const load = async (): Promise<void> => {
    const [loaded] = await Promise.all([
      import('#client/features/message/message-panel.tsx').then((m) => m.MessagePanel),
      loadStyles(env.css['message-panel'] ?? []),
    ])
    setPanel(() => loaded)
  }
  const close = (): void => setOpen(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus that leaves it closes what hangs under it
    <div
      className={css.place}
      ref={root}
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) close()
      }}
    >
      <a
        ref={bell}
        className={css.bell}
        href="/user/message"
        aria-label={unread ? '消息，有未读' : '消息'}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || !matchMedia('(min-width: 769px)').matches) return
          event.preventDefault()
          setOpen(!open)
          if (!Panel) load().catch(() => location.assign('/user/message'))
        }}
      >
        <Icon name="bell" size={22} />
        {unread ? <span className={css.dot} /> : null}
      </a>
      {open ? (
        <div id={panelId} className={css.drop}>
          {Panel ? <Panel onClose={close} /> : null}
        </div>
      ) : null}
    </div>
  )
}
