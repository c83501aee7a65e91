import { type ReactNode, useEffect, useRef } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useSpread } from '#client/features/room/room-context.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './room-states.module.css'

const againMs = 5000
const longestAgainMs = 60_000

/** Time until a moment of the server's clock: days, then a clock; undefined: that clock isn't known yet. */
export function CountdownTo({ time, onEnd }: { time: number | undefined; onEnd: () => void }): ReactNode {
  const now = useNow(1000)
  const left =
    now === undefined || time === undefined ? undefined : Math.max(0, Math.ceil((toBrowserTime(time) - now) / 1000))
  const isOver = left === 0
  const end = useRef(onEnd)
  end.current = onEnd
  const spread = useSpread()
  useEffect(() => {
    if (!isOver) return undefined
    let waitMs = againMs
    // The teacher may begin late: asks again, ever less often, until the class is on. Nobody asks at the moment when all the others do.
    const ask = (): void => {
      end.current()
      timer = setTimeout(ask, waitMs + spread())
      waitMs = Math.min(waitMs * 2, longestAgainMs)
    }
    let timer = setTimeout(ask, spread())
    return () => clearTimeout(timer)
  }, [isOver, spread])
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
