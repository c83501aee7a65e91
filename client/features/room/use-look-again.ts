import { useEffect, useEffectEvent } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'

const everyMs = 60_000

/**
 * A class that has ended may be gone on with until then: looks about every minute. Whoever is left over has left its chat, so that no message
 * tells them; not all of them look at the same moment.
 */
export function useLookAgain(until: number | null, onLook: () => void): void {
  const look = useEffectEvent(onLook)
  useEffect(() => {
    if (until === null) return undefined
    const timer = setInterval(
      () => {
        if (Date.now() > toBrowserTime(until)) clearInterval(timer)
        else if (!document.hidden) look()
      },
      everyMs * (0.75 + Math.random() / 2),
    )
    return () => clearInterval(timer)
  }, [until])
}
