import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { createSitting } from '#client/pages/play/sitting.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { reportAiLive } from '#client/features/play/play-queries.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

type Claim = CallInput<'POST /api/ai-live/report-period-log'>

/** A little under ten seconds, so that with the answer's way a player that was taken over stops within ten. */
const beatMs = 9_000

interface Place {
  /** The film is here. */
  readonly isOn: boolean
  readonly begDate: number | null
  /** The player that plays it. */
  readonly watchId: string | undefined
  /** Another player of the account has taken over. */
  readonly onTaken: () => void
  /** The learner may not sit here any more. */
  readonly onClosed: () => void
}

/**
 * Tells the school that somebody sits in the class: on coming, every few seconds, when the film is paused or goes on, on going. The second is
 * the class's own, by the server's clock. Answers what is to hear where the player is.
 */
export function useAiReport(
  lesson: { periodId: number; scheduleId?: number },
  { isOn, begDate, watchId, onTaken, onClosed }: Place,
): (tick: PlayerTick) => void {
  const { api } = useApp()
  const { periodId, scheduleId } = lesson
  const handleTaken = useEffectEvent(onTaken)
  const handleClosed = useEffectEvent(onClosed)
  const handleTick = useRef<(tick: PlayerTick) => void>(undefined)
  useEffect(() => {
    if (!isOn) return undefined
    const sitting = createSitting(performance.now())
    const claim = (event: Claim['event']): Claim => ({
      periodId,
      ...(scheduleId === undefined ? {} : { scheduleId }),
      ...(watchId === undefined ? {} : { watchId }),
      timeSec: Math.min(86_400, Math.max(0, Math.floor((serverNow() - (begDate ?? serverNow())) / 1000))),
      isPaused: sitting.take(performance.now()),
      event,
    })
    let isOver = false
    const tell = async (event: Claim['event']): Promise<void> => {
      try {
        const isKept = await reportAiLive(api, claim(event))
        if (!isKept && !isOver) handleTaken()
      } catch (error) {
        // Whether it was noted matters to nobody on this page, only that this is still the learner's place.
        if (!isOver && error instanceof ApiError && error.code === Code.Toast) handleClosed()
      }
    }
    handleTick.current = (tick) => {
      if (sitting.note(tick, performance.now())) void tell('heartbeat')
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
      handleTick.current = undefined
      clearInterval(timer)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, isOn, begDate, watchId, periodId, scheduleId])
  return useCallback((tick) => handleTick.current?.(tick), [])
}
