import { type ReactNode, useSyncExternalStore } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import {
  closeSupport,
  serverStanding,
  subscribeSupport,
  supportStanding,
} from '#client/features/support/support-store.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

const SupportPanel = lazyDialog(() => import('#client/features/support/support-panel.tsx').then((m) => m.SupportPanel))

/** The window of customer service, whose code comes when it is first opened. */
export function SupportHost(): ReactNode {
  const { env } = useApp()
  const { window } = useSyncExternalStore(subscribeSupport, supportStanding, serverStanding)
  if (window === 'closed') return null
  const close = (): void => {
    closeSupport()
    // over a whole screen the page below takes no focus until the window is gone
    setTimeout(() => document.getElementById('support-entry')?.focus())
  }
  return <SupportPanel styles={env.css['support-panel']} onClose={close} />
}
