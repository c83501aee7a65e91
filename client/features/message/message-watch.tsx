import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { closeForced } from '#client/features/message/forced-store.ts'
import { checkMessages } from '#client/features/message/message-actions.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'

const ForcedMessages = lazyDialog(() =>
  import('#client/features/message/forced-messages.tsx').then((m) => m.ForcedMessages),
)

/** So often at most a page that is looked at asks whether something has come. */
const askEveryMs = 60_000
let lastAsked = 0

interface MessageWatchProps {
  /** Whether a window may open by itself here and now. */
  mayOpen: boolean
}

/** Beside a learner's page: looks for new messages while the tab is seen, and shows those that wait for a confirmation. */
export function MessageWatch({ mayOpen }: MessageWatchProps): ReactNode {
  const { api, env } = useApp()
  const queries = useQueryClient()
  useEffect(() => {
    if (lastAsked === 0) lastAsked = Date.now()
    const ask = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - lastAsked < askEveryMs) return
      lastAsked = Date.now()
      checkMessages(api, queries).catch(() => undefined)
    }
    const timer = window.setInterval(ask, askEveryMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [api, queries])
  return mayOpen ? <ForcedMessages styles={env.css['forced-messages']} onClose={closeForced} /> : null
}
