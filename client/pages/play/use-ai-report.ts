import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { CallInput } from '#shared/contract/calls.ts'

type Claim = CallInput<'POST /api/ai-live/report-period-log'>

/** A little under ten seconds, so that with the answer's way a player that was taken over stops within ten. */
const beatMs = 9_000

interface Sitting {
  /** The film plays here. */
  readonly isOn: boolean
  readonly begDate: number | null
  /** The player that plays it. */
  readonly watchId: string | undefined
  /** Another player of the account has taken over. */
  readonly onTaken: () => void
}

/** Tells the school that somebody sits in the class: on coming, every few seconds, on going. The second is the class's own, by the server's clock. */
export function useAiReport(lesson: { periodId: number; scheduleId?: number }, { isOn, begDate, watchId, onTaken }: Sitting): void {
  const { api } = useApp()
  const { periodId, scheduleId } = lesson
  const handleTaken = useEffectEvent(onTaken)
  useEffect(() => {
    if (!isOn) return undefined
    const claim = (event: Claim['event']): Claim => ({
      periodId,
      ...(scheduleId === undefined ? {} : { scheduleId }),
      ...(watchId === undefined ? {} : { watchId }),
      timeSec: Math.min(86_400, Math.max(0, Math.floor((serverNow() - (begDate ?? serverNow())) / 1000))),
      event,
    })
    let isOver = false
    const tell = async (event: Claim['event']): Promise<void> => {
      // Whether it was noted matters to nobody on this page, only that nobody else has taken over.
      const isKept = await api.call('POST /api/ai-live/report-period-log', claim(event)).catch(() => true)
      if (!isKept && !isOver) handleTaken()
    }
    const leave = (): void => {
      fetch('/api/ai-live/report-period-log', {
        method: 'POST',
        keepalive: true,
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', reqSource: 'pcSite' },
        body: JSON.stringify(claim('leave')),
      }).catch(() => undefined)
    }
    void tell('enter')
    const timer = setInterval(() => void tell('heartbeat'), beatMs)
    window.addEventListener('pagehide', leave)
    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, isOn, begDate, watchId, periodId, scheduleId])
}
