import type { ErrorData } from 'hls.js'
import type HlsLight from 'hls.js/light'
import type { Healing } from '#client/browser/stream-healing.ts'

type Hls = InstanceType<typeof HlsLight>

/** Refusals that another address may heal. */
const refusals: readonly number[] = [401, 403, 410]
const healMs = 5000
/** So many faults of the media without a picture between them: it can't be shown here. */
const mostMediaFaults = 4

export interface ErrorOptions {
  readonly healing: Pick<Healing, 'noteFailure' | 'noteRefusal'>
  readonly onRefused: () => void
  readonly onFail: (failure: 'media') => void
}

/** Fatal errors: of the media healed by hls.js itself and then by loading anew, of the address by another address, of the network by patience. */
export function listenForErrors(
  Library: typeof HlsLight,
  hls: Hls,
  video: HTMLVideoElement,
  { healing, onRefused, onFail }: ErrorOptions,
): { isStopped: () => boolean; clear: () => void } {
  let healedAt = Number.NEGATIVE_INFINITY
  let [stopped, mediaFaults, faultAt] = [false, 0, -1]
  function handleMedia(): void {
    mediaFaults = Math.abs(video.currentTime - faultAt) > 1 ? 1 : mediaFaults + 1
    faultAt = video.currentTime
    if (mediaFaults > mostMediaFaults) return onFail('media')
    if (performance.now() - healedAt < healMs) hls.swapAudioCodec()
    healedAt = performance.now()
    hls.recoverMediaError()
  }
  hls.on(Library.Events.ERROR, (_: unknown, { fatal, type, response }: ErrorData) => {
    if (response?.code !== undefined && refusals.includes(response.code)) {
      stopped ||= fatal
      if (fatal) healing.noteRefusal()
      return onRefused()
    }
    if (!fatal) return
    if (type === Library.ErrorTypes.MEDIA_ERROR) return handleMedia()
    if (type !== Library.ErrorTypes.NETWORK_ERROR) return onFail('media')
    stopped = true
    healing.noteFailure()
  })
  return {
    isStopped: () => stopped,
    clear: () => {
      stopped = false
    },
  }
}
