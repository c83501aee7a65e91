import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { startWatchReport, type WatchReport } from '#client/features/play/watch-report.ts'
import type { OtherPlayer } from '#shared/contract/play-fields.ts'

interface ReportAnswers {
  /** Another player of the account has taken over; which one, when that is known. */
  readonly onTaken: (otherPlayer: OtherPlayer | null) => void
  /** The learner may not watch this any more. */
  readonly onClosed: () => void
}

/** Tells the school what is watched of a class, while a player plays it here; what it answers notes where that player is. */
export function useLiveReport(
  playingId: string | undefined,
  { onTaken, onClosed }: ReportAnswers,
): (tick: PlayerTick) => void {
  const { api } = useApp()
  const report = useRef<WatchReport>(undefined)
  const handleTaken = useEffectEvent(onTaken)
  const handleClosed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!playingId) return undefined
    const started = startWatchReport({
      api,
      watchId: playingId,
      onBeat: (beat) => {
        if (beat.state === 'taken') handleTaken(beat.otherPlayer)
        if (beat.state === 'closed') handleClosed()
      },
    })
    report.current = started
    return () => {
      report.current = undefined
      started.leave()
    }
  }, [api, playingId])
  return useCallback((tick) => report.current?.note(tick), [])
}
