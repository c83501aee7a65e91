import { noteServerTime } from '#client/browser/server-clock.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { type Claim, createWatchClaims } from '#client/features/play/watch-claims.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { heartbeat } from '#client/features/play/play-queries.ts'
import type { Heartbeat } from '#shared/contract/play.ts'

/** A little under ten seconds, so that with the answer's way a player that was taken over stops within ten. */
const beatMs = 9000
const lookMs = 1000
/** What changes at once (a pause, a jump) is told at once, but not more often than this. */
const pauseMs = 2000

export interface WatchReportOptions {
  api: Api
  watchId: string
  onBeat: (beat: Heartbeat) => void
}

export interface WatchReport {
  note: (tick: PlayerTick) => void
  /** Tells at once, and so hears whether this player still has the floor. */
  ask: () => Promise<void>
  /** The player is gone: tells so, and nothing more after it. */
  leave: () => void
}

/** Outlives the page; whoever stays there hears whether it went away. */
async function sendAway(claim: Claim & { watchId: string; isLeaving?: boolean }): Promise<void> {
  const answer = await fetch('/api/vod/heartbeat', {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', reqSource: 'pcSite' },
    body: JSON.stringify(claim),
  })
  const { Time } = (await answer.json()) as { Time: number }
  noteServerTime(Time)
}

/**
 * Tells the school what a learner watches: every few seconds while it plays, when it is paused, and when the page is hidden or left.
 * What couldn't be told goes along the next time.
 */
export function startWatchReport({ api, watchId, onBeat }: WatchReportOptions): WatchReport {
  const claims = createWatchClaims()
  let sentAt = performance.now()
  let [sending, isOver] = [false, false]

  function take(): Claim {
    sentAt = performance.now()
    return claims.take()
  }

  async function beat(isAsking = false): Promise<void> {
    if (sending || isOver) return
    sending = true
    const claim = take()
    try {
      const answer = await heartbeat(api, { watchId, ...claim, ...(isAsking ? { isAsking } : {}) })
      if (isOver) return
      if (answer.state !== 'playing') stop()
      onBeat(answer)
    } catch (error) {
      // A claim that was refused is refused again; a line that was cut is another matter.
      if (error instanceof ApiError && error.code === Code.Fail) claims.giveBack(claim)
    } finally {
      sending = false
    }
  }

  const handleLook = (): void => {
    const since = performance.now() - sentAt
    const isPlaying = claims.isPlaying()
    if (since >= beatMs && (isPlaying || !claims.isEmpty())) void beat()
    // Who looks at a picture that stands still hears as soon that it goes on elsewhere.
    else if (since >= beatMs && document.visibilityState === 'visible') void beat(true)
    else if (since >= pauseMs && !isPlaying && !claims.isEmpty()) void beat()
  }
  const handleHidden = (): void => {
    if (document.visibilityState !== 'hidden' || claims.isEmpty() || isOver) return
    const claim = take()
    sendAway({ watchId, ...claim }).catch(() => claims.giveBack(claim))
  }
  const sayGoodbye = (): void => {
    if (!isOver) sendAway({ watchId, ...take(), isLeaving: true }).catch(() => undefined)
  }
  const timer = setInterval(handleLook, lookMs)
  document.addEventListener('visibilitychange', handleHidden)
  window.addEventListener('pagehide', sayGoodbye)

  function stop(): void {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', handleHidden)
    window.removeEventListener('pagehide', sayGoodbye)
  }
  return {
    note: claims.note,
    ask: () => beat(),
    leave: () => {
      sayGoodbye()
      stop()
    },
  }
}
