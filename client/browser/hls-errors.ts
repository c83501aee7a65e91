import type { ErrorData } from 'hls.js'
import type HlsLight from 'hls.js/light'
import type { StreamOptions } from '#client/browser/hls-stream.ts'

type Hls = InstanceType<typeof HlsLight>

/** Refusals that another address may heal. */
const refusals: readonly number[] = [401, 403, 410]
const healMs = 5000
/** With less than this ahead the picture stands still. */
const starvedSec = 0.5
/** A network that is gone may be back by then. */
const tryAgainMs = 5000

/** Seconds that can be shown without the network. */
function aheadOf({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.3 && currentTime <= buffered.end(index)) return buffered.end(index) - currentTime
  }
  return 0
}

interface Patience {
  /** The network is gone: says so when nothing is left to show, and tries again until then. */
  begin: () => void
  end: () => void
}

/** What is loaded already is shown to its end before a network that is gone is worth a word. */
function createPatience(video: HTMLVideoElement, { onStarved, onTry }: { onStarved: () => void; onTry: () => void }): Patience {
  let timer: ReturnType<typeof setTimeout> | undefined
  const events = ['waiting', 'seeking'] as const
  const end = (): void => {
    clearTimeout(timer)
    window.removeEventListener('online', handleTry)
    for (const event of events) video.removeEventListener(event, handleLook)
  }
  const handleTry = (): void => {
    end()
    onTry()
  }
  const handleLook = (): void => {
    if (aheadOf(video) >= starvedSec) return
    end()
    onStarved()
  }
  return {
    begin: () => {
      if (aheadOf(video) < starvedSec) return onStarved()
      timer = setTimeout(handleTry, tryAgainMs)
      window.addEventListener('online', handleTry)
      for (const event of events) video.addEventListener(event, handleLook)
    },
    end,
  }
}

interface Errors {
  isStopped: () => boolean
  clear: () => void
  destroy: () => void
}

/** Fatal errors: of the media once healed by hls.js itself, of the address by another address, of the network by patience. */
export function listenForErrors(Library: typeof HlsLight, hls: Hls, video: HTMLVideoElement, options: Pick<StreamOptions, 'onRefused' | 'onFail'>): Errors {
  let healedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  const patience = createPatience(video, {
    onStarved: () => options.onFail('network'),
    onTry: () => {
      stopped = false
      hls.startLoad(video.currentTime)
    },
  })
  hls.on(Library.Events.ERROR, (_: unknown, { fatal, type, response }: ErrorData) => {
    if (response?.code !== undefined && refusals.includes(response.code)) {
      stopped ||= fatal
      options.onRefused()
      return
    }
    if (!fatal) return
    if (type === Library.ErrorTypes.MEDIA_ERROR && performance.now() - healedAt > healMs) {
      healedAt = performance.now()
      hls.recoverMediaError()
      return
    }
    stopped = true
    if (type === Library.ErrorTypes.NETWORK_ERROR) patience.begin()
    else options.onFail('media')
  })
  return {
    isStopped: () => stopped,
    clear: () => {
      stopped = false
      patience.end()
    },
    destroy: patience.end,
  }
}
