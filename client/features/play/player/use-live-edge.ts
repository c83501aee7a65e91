import { useEffect, useState } from 'react'
import type { Stream } from '#client/browser/hls-stream.ts'

const behindSec = 8

/** Whether a live stream is watched late, and the way back to now. */
export function useLiveEdge(
  video: HTMLVideoElement | null,
  stream: Stream | undefined,
  isOn: boolean,
): { isBehind: boolean; catchUp: () => void } {
  const [isBehind, setIsBehind] = useState(false)
  useEffect(() => {
    if (!video || !stream || !isOn) return undefined
    const look = (): void => {
      const edge = stream.liveTime()
      if (edge !== undefined && video.readyState > 0) setIsBehind(edge - video.currentTime > behindSec)
    }
    const timer = setInterval(look, 1000)
    return () => {
      clearInterval(timer)
      setIsBehind(false)
    }
  }, [video, stream, isOn])
  const catchUp = (): void => {
    const edge = stream?.liveTime()
    if (!video || edge === undefined) return
    video.currentTime = edge
    video.play().catch(() => undefined)
  }
  return { isBehind, catchUp }
}
