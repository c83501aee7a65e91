import { useEffect } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'

type AiEvent = 'enter' | 'heartbeat' | 'leave'

const beatMs = 10_000

/** Tells the school that somebody sits in the class: on coming, every ten seconds, on going. The second is the class's own, by the server's clock. */
export function useAiReport(lesson: { periodId: number; scheduleId?: number }, isOn: boolean, begDate: number | null): void {
  const { api } = useApp()
  const { periodId, scheduleId } = lesson
  useEffect(() => {
    if (!isOn) return undefined
    const claim = (event: AiEvent): { periodId: number; scheduleId?: number; timeSec: number; event: AiEvent } => ({
      periodId,
      ...(scheduleId === undefined ? {} : { scheduleId }),
      timeSec: Math.min(86_400, Math.max(0, Math.floor((serverNow() - (begDate ?? serverNow())) / 1000))),
      event,
    })
    // Whether it was noted matters to nobody on this page.
    const tell = (event: AiEvent): void => void api.call('POST /api/ai-live/report-period-log', claim(event)).catch(() => undefined)
    const leave = (): void => {
      fetch('/api/ai-live/report-period-log', {
        method: 'POST',
        keepalive: true,
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json', reqSource: 'pcSite' },
        body: JSON.stringify(claim('leave')),
      }).catch(() => undefined)
    }
    tell('enter')
    const timer = setInterval(() => tell('heartbeat'), beatMs)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, isOn, begDate, periodId, scheduleId])
}
