import { noteServerTime } from '#client/browser/server-clock.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { type WatchedRange, withRange } from '#client/features/play/watched-ranges.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Heartbeat } from '#shared/contract/play.ts'

type Claim = CallInput<'POST /api/vod/heartbeat'>

/** A little under ten seconds, so that with the answer's way a player that was taken over stops within ten. */
const beatMs = 9000
const lookMs = 1000
/** What changes at once (a pause, a jump) is told at once, but not more often than this. */
const pauseMs = 2000
const maxRanges = 50

export interface WatchReportOptions {
  api: Api
  watchId: string
  onBeat: (beat: Heartbeat) => void
}

export interface WatchReport {
  note: (tick: PlayerTick) => void
  /** The player is gone: tells so, and nothing more after it. */
  leave: () => void
}

function rounded([from, to]: WatchedRange): [number, number] {
  return [Math.round(from * 10) / 10, Math.round(to * 10) / 10]
}

/** Outlives the page: the answer is nobody's any more. */
function sendAway(claim: Claim): void {
  fetch('/api/vod/heartbeat', {
    method: 'POST',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', reqSource: 'pcSite' },
    body: JSON.stringify(claim),
  })
    .then((answer) => answer.json())
    .then(({ Time }: { Time: number }) => noteServerTime(Time))
    .catch(() => undefined)
}

/**
 * Tells the school what a learner watches: every few seconds while it plays, when it is paused, and when the page is hidden or left.
 * What couldn't be told goes along the next time.
 */
export function startWatchReport({ api, watchId, onBeat }: WatchReportOptions): WatchReport {
  let pending: readonly WatchedRange[] = []
  let position = 0
  let rate: PlayerTick['rate'] = 0
  let sentAt = performance.now()
  let [sending, isOver] = [false, false]

  function take(): Claim {
    const ranges = pending.slice(0, maxRanges)
    pending = pending.slice(maxRanges)
    sentAt = performance.now()
    return { watchId, position: Math.round(position * 10) / 10, rate, ranges: ranges.map(rounded) }
  }

  async function beat(): Promise<void> {
    if (sending || isOver) return
    sending = true
    const claim = take()
    try {
      const answer = await api.call('POST /api/vod/heartbeat', claim)
      if (isOver) return
      if (answer.state === 'taken') stop()
      onBeat(answer)
    } catch (error) {
      // A claim that was refused is refused again; a line that was cut is another matter.
      if (error instanceof ApiError && error.code === Code.Fail) for (const range of claim.ranges) pending = withRange(pending, range as WatchedRange)
    } finally {
      sending = false
    }
  }

  const handleLook = (): void => {
    const since = performance.now() - sentAt
    const isPlaying = rate > 0
    if (since >= beatMs && (isPlaying || pending.length > 0)) void beat()
    else if (since >= pauseMs && !isPlaying && pending.length > 0) void beat()
  }
  const handleHidden = (): void => {
    if (document.visibilityState === 'hidden' && pending.length > 0 && !isOver) sendAway(take())
  }
  const handlePageHide = (): void => {
    if (!isOver) sendAway({ ...take(), isLeaving: true })
  }
  const timer = setInterval(handleLook, lookMs)
  document.addEventListener('visibilitychange', handleHidden)
  window.addEventListener('pagehide', handlePageHide)

  function stop(): void {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', handleHidden)
    window.removeEventListener('pagehide', handlePageHide)
  }
  return {
    note: (tick) => {
      position = tick.position
      rate = tick.rate
      for (const range of tick.ranges) pending = withRange(pending, range)
    },
    leave: () => {
      if (isOver) return
      stop()
      sendAway({ ...take(), isLeaving: true })
    },
  }
}
