import { useEffect } from 'react'
import type { Stream } from '#client/browser/hls-stream.ts'
import { serverNow } from '#client/browser/server-clock.ts'
import { correctionOf } from '#client/features/play/player/clock-drift.ts'

const lookMs = 500
const maxLeadSec = 4

function clamp(video: HTMLVideoElement, time: number): number {
  const { seekable } = video
  if (seekable.length === 0) return time
  return Math.min(Math.max(time, seekable.start(0)), seekable.end(seekable.length - 1) - 0.5)
}

/** Brings the film to where the clock stands, allowing for how long it took to play on after the last jump. */
function createSync(video: HTMLVideoElement, stream: Stream): { look: () => void; handlePlaying: () => void } {
  let [leadSec, jumpedAt] = [0, 0]
  function jump(): void {
    const time = stream.timeAt(serverNow() + leadSec * 1000)
    if (time === undefined) return
    const target = clamp(video, time)
    video.playbackRate = 1
    if (Math.abs(target - video.currentTime) < 0.3) return
    jumpedAt = performance.now()
    video.currentTime = target
  }
  function look(): void {
    if (video.paused || video.seeking || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return
    const date = stream.dateAt(video.currentTime)
    if (date === undefined) return
    // How far behind the clock the picture is, for whoever looks into a trouble.
    video.dataset.lag = ((serverNow() - date) / 1000).toFixed(2)
    const correction = correctionOf((serverNow() - date) / 1000, video.playbackRate)
    if (correction.kind === 'seek') jump()
    if (correction.kind === 'rate') video.playbackRate = correction.rate
  }
  function handlePlaying(): void {
    if (jumpedAt > 0) leadSec = Math.min(maxLeadSec, (performance.now() - jumpedAt) / 1000)
    jumpedAt = 0
    look()
  }
  return { look, handlePlaying }
}

/** A film that runs on the server's clock: after a pause, a sleep or a stall it is where all others are. */
export function useClockSync(video: HTMLVideoElement | null, stream: Stream | undefined, isOn: boolean): void {
  useEffect(() => {
    if (!video || !stream || !isOn) return undefined
    const { look, handlePlaying } = createSync(video, stream)
    const timer = setInterval(look, lookMs)
    video.addEventListener('playing', handlePlaying)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      video.removeEventListener('playing', handlePlaying)
      document.removeEventListener('visibilitychange', look)
      video.playbackRate = 1
    }
  }, [video, stream, isOn])
}
