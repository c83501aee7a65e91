import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { clockText } from '#shared/rules/number-text.ts'

interface CountdownProps {
  /** A time of the server's clock. */
  until: number
  onEnd: () => void
}

/** mm:ss until a time of the server's clock, whatever the browser's clock says; calls `onEnd` once when it is over. */
export function Countdown({ until, onEnd }: CountdownProps): ReactNode {
  const [left, setLeft] = useState<number>()
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    let over = false
    const tick = (): void => {
      const rest = Math.max(0, Math.ceil((toBrowserTime(until) - Date.now()) / 1000))
      setLeft(rest)
      if (rest > 0 || over) return
      over = true
      window.clearInterval(timer)
      end.current()
    }
    const timer = window.setInterval(tick, 1000)
    tick()
    // A tab that slept looks at once.
    document.addEventListener('visibilitychange', tick)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until])
  return (
    <time className="num" role="timer" aria-live="off">
      {left === undefined ? '--:--' : clockText(left)}
    </time>
  )
}
