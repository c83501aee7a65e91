import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
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

/** A film that was taken away says no word: it is looked for so often. */
const filmEveryMs = 3000

function filmPlays(): boolean {
  return [...document.querySelectorAll('video')].some((video) => !video.paused && !video.ended)
}

/** Whether a film plays on the page: nobody is disturbed then, wherever it is. */
function useFilmPlays(): boolean {
  const [plays, setPlays] = useState(filmPlays)
  useEffect(() => {
    const look = (): void => setPlays(filmPlays())
    // these events stay at their film, but are seen on their way to it
    const events = ['play', 'playing', 'pause', 'ended', 'emptied'] as const
    for (const event of events) document.addEventListener(event, look, true)
    return () => {
      for (const event of events) document.removeEventListener(event, look, true)
    }
  }, [])
  useEffect(() => {
    if (!plays) return undefined
    const timer = window.setInterval(() => setPlays(filmPlays()), filmEveryMs)
    return () => window.clearInterval(timer)
  }, [plays])
  return plays
}

interface MessageWatchProps {
  /** The page shows a bell: without one nobody would see that something has come. */
  asks: boolean
  /** Whether a window may open by itself here and now. */
  mayOpen: boolean
}

/** Beside a learner's page: looks for new messages while the tab is seen, and shows those that wait for a confirmation. */
export function MessageWatch({ asks, mayOpen }: MessageWatchProps): ReactNode {
  const { api, env } = useApp()
  const queries = useQueryClient()
  const plays = useFilmPlays()
  useEffect(() => {
    if (lastAsked === 0) lastAsked = Date.now()
    if (!asks) return undefined
    const ask = (): void => {
      if (document.visibilityState !== 'visible' || Date.now() - lastAsked < askEveryMs) return
      lastAsked = Date.now()
      checkMessages(api, queries).catch(() => undefined)
    }
    // out of a room, where nobody asked
    ask()
    const timer = window.setInterval(ask, askEveryMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [api, queries, asks])
  return mayOpen && !plays ? <ForcedMessages styles={env.css['forced-messages']} onClose={closeForced} /> : null
}
