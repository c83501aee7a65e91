import { type ReactNode, useEffect, useRef } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './room-states.module.css'

/** Time until a moment of the server's clock: days, then a clock. */
export function CountdownTo({ time, onEnd }: { time: number; onEnd: () => void }): ReactNode {
  const now = useNow(1000)
  const left = now === undefined ? undefined : Math.max(0, Math.ceil((toBrowserTime(time) - now) / 1000))
  const isOver = left === 0
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (!isOver) return undefined
    // The teacher may begin late: asks again until the class is on.
    end.current()
    const timer = setInterval(() => end.current(), 5000)
    return () => clearInterval(timer)
  }, [isOver])
  if (left === undefined) return <span className={css.clock}>--:--</span>
  if (isOver) return <span className={css.clock}>马上开始</span>
  const days = Math.floor(left / 86_400)
  return (
    <span className={css.clock} role="timer">
      {days > 0 ? `${days} 天 ` : ''}
      {clockText(left % 86_400)}
    </span>
  )
}
