import { useEffect, useEffectEvent } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'

const everyMs = 60_000

/**
 * A class that has ended may be gone on with until then (null: it may not, or a message would tell): looks about every minute. Not all who
 * have no line to its chat look at the same moment.
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
