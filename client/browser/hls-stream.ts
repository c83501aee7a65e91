import type { HlsConfig, LevelDetails, LevelParsed } from 'hls.js'
import type HlsLight from 'hls.js/light'
import { listenForErrors } from '#client/browser/hls-errors.ts'
import { loadHls } from '#client/browser/hls-library.ts'
import { renewedUrl } from '#client/browser/signed-media.ts'

/** One quality of a stream. */
export interface StreamLevel {
  /** Its place in the list; the list begins with the lowest. */
  index: number
  /** Lines of the picture; 0 when the stream doesn't say. */
  height: number
  /** Bits a second. */
  bitrate: number
}

export type StreamFailure = 'network' | 'media' | 'unsupported'

export interface StreamOptions {
  /** Seconds; undefined begins where the stream wants: at the beginning, or near the end of a live one. */
  startAt: number | undefined
  onLevels: (levels: readonly StreamLevel[]) => void
  /** The sound can be had alone. */
  onSound: () => void
  /** The quality that is being shown. */
  onLevel: (index: number) => void
  /** What the line carries, in bits a second, after every part that came. */
  onBandwidth: (bitsPerSecond: number) => void
  /** The address isn't good any more: `renew` with another one. */
  onRefused: () => void
  onFail: (failure: StreamFailure) => void
}

/** A stream that plays in a video element. */
export interface Stream {
  /** -1 chooses by the line. */
  chooseLevel: (index: number) => void
  /** Loads the sound alone, or the picture again, from the same second on; where the list has no sound of its own the lowest quality stands for it. */
  chooseSound: (alone: boolean) => void
  /** Goes on with another address of the same film; what plays isn't interrupted. */
  renew: (url: string) => void
  /** Media time of a moment (epoch ms) by the dates that the playlist tells; undefined when it tells none. */
  timeAt: (date: number) => number | undefined
  /** Moment (epoch ms) of a media time. */
  dateAt: (time: number) => number | undefined
  /** Where a live stream is best played: a little before its end. */
  liveTime: () => number | undefined
  destroy: () => void
}

/** A part of a film that isn't there is asked for some seconds, not half a minute as its library would; a live one may come yet. */
const filmPartPolicy: HlsConfig['fragLoadPolicy'] = {
  default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 120_000, timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 }, errorRetry: { maxNumRetry: 3, retryDelayMs: 1000, maxRetryDelayMs: 4000 } },
}

function configOf(startAt: number | undefined, url: () => string): Partial<HlsConfig> {
  return {
    ...(startAt === undefined ? {} : { fragLoadPolicy: filmPartPolicy }),
    maxBufferLength: 30,
    // Of a thin stream its library would load ten minutes ahead, which whoever leaves never sees; a minute and a half bridges most gaps.
    maxMaxBufferLength: 90,
    backBufferLength: 60,
    startPosition: startAt ?? -1,
    // The first part needn't wait for the video element.
    startFragPrefetch: true,
    // What came before the address was renewed names the old one still.
    xhrSetup: (xhr, asked) => xhr.open('GET', renewedUrl(asked, url()), true),
  }
}

/** The part that a moment falls into, else the nearest one that has a date. */
function datedFragment(details: LevelDetails | null, date: number): { start: number; date: number } | undefined {
  let found: { start: number; date: number } | undefined
  for (const { programDateTime, start } of details?.fragments ?? []) {
    if (programDateTime === null || programDateTime === undefined) continue
    if (found && programDateTime > date) break
    found = { start, date: programDateTime }
  }
  return found
}

function fragmentAt(details: LevelDetails | null, time: number): { start: number; date: number } | undefined {
  let found: { start: number; date: number } | undefined
  for (const { programDateTime, start } of details?.fragments ?? []) {
    if (programDateTime === null || programDateTime === undefined) continue
    if (found && start > time) break
    found = { start, date: programDateTime }
  }
  return found
}

/** The list of the sound alone: a variant that says of its codecs and has none of a picture. hls.js itself takes it away beside others. */
function findSound(levels: readonly LevelParsed[]): string | undefined {
  return levels.find(({ width, height, videoCodec, audioCodec }) => audioCodec && !videoCodec && !width && !height)?.url
}

function playByLibrary(Library: typeof HlsLight, video: HTMLVideoElement, firstUrl: string, options: StreamOptions): Stream {
  let url = firstUrl
  const hls = new Library(configOf(options.startAt, () => url))
  const errors = listenForErrors(Library, hls, video, options)
  let hasManifest = false
  let sound: string | undefined
  let [isSound, wantsSound] = [false, false]
  let at = options.startAt
  hls.on(Library.Events.MANIFEST_LOADED, (_, { levels }) => {
    if (!isSound) sound = levels.length > 1 ? findSound(levels) : undefined
    if (sound) options.onSound()
  })
  const loadSound = (): void => {
    if (!hasManifest || wantsSound === isSound) return
    if (!sound) {
      hls.nextLevel = 0
      return
    }
    const wasPlaying = !video.paused
    isSound = wantsSound
    hasManifest = false
    if (at !== undefined) {
      at = video.readyState > 0 ? video.currentTime : at
      hls.config.startPosition = at
    }
    hls.loadSource(isSound ? renewedUrl(sound, url) : url)
    if (wasPlaying) video.play().catch(() => undefined)
  }
  hls.on(Library.Events.MANIFEST_PARSED, () => {
    hasManifest = true
    if (!isSound) options.onLevels(hls.levels.map(({ height, bitrate }, index) => ({ index, height: height || 0, bitrate })))
    // what was chosen before the list came
    loadSound()
  })
  hls.on(Library.Events.LEVEL_SWITCHED, (_, { level }) => isSound || options.onLevel(level))
  hls.on(Library.Events.FRAG_LOADED, () => options.onBandwidth(hls.bandwidthEstimate))
  hls.loadSource(firstUrl)
  hls.attachMedia(video)
  return {
    chooseLevel: (index) => {
      hls.nextLevel = index
    },
    chooseSound: (alone) => {
      wantsSound = alone
      loadSound()
    },
    renew: (next) => {
      url = next
      if (!errors.isStopped()) return
      errors.clear()
      if (hasManifest) hls.startLoad(video.currentTime || -1)
      else hls.loadSource(isSound && sound ? renewedUrl(sound, next) : next)
    },
    timeAt: (date) => {
      const part = datedFragment(hls.latestLevelDetails, date)
      return part ? part.start + (date - part.date) / 1000 : undefined
    },
    dateAt: (time) => {
      const part = fragmentAt(hls.latestLevelDetails, time)
      return part ? part.date + (time - part.start) * 1000 : undefined
    },
    liveTime: () => hls.liveSyncPosition ?? undefined,
    destroy: () => {
      errors.destroy()
      hls.destroy()
    },
  }
}

/** When the stream's first picture stands for a date (Safari alone tells it). */
function startDateOf(video: HTMLVideoElement): number | undefined {
  const { getStartDate } = video as HTMLVideoElement & { getStartDate?: () => Date }
  const date = getStartDate?.call(video).getTime()
  return date === undefined || Number.isNaN(date) ? undefined : date
}

/** For browsers that know HLS themselves and nothing else. A new address is taken when the old one has been refused. */
function playNatively(video: HTMLVideoElement, firstUrl: string, options: StreamOptions): Stream {
  let [playing, newest] = [firstUrl, firstUrl]
  const take = (url: string, at: number | undefined): void => {
    playing = url
    video.src = url
    const goThere = (): void => {
      video.currentTime = at ?? 0
    }
    if (at) video.addEventListener('loadedmetadata', goThere, { once: true })
  }
  const handleError = (): void => {
    if (newest === playing) return options.onRefused()
    const wasPlaying = !video.paused
    take(newest, video.currentTime)
    if (wasPlaying) video.play().catch(() => undefined)
  }
  video.addEventListener('error', handleError)
  take(firstUrl, options.startAt)
  return {
    chooseLevel: () => undefined,
    // the browser chooses by itself
    chooseSound: () => undefined,
    renew: (next) => {
      newest = next
      if (video.error) handleError()
    },
    timeAt: (date) => {
      const start = startDateOf(video)
      return start === undefined ? undefined : (date - start) / 1000
    },
    dateAt: (time) => {
      const start = startDateOf(video)
      return start === undefined ? undefined : start + time * 1000
    },
    liveTime: () => (video.seekable.length > 0 ? Math.max(0, video.seekable.end(video.seekable.length - 1) - 8) : undefined),
    destroy: () => {
      video.removeEventListener('error', handleError)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Plays an HLS list: by hls.js, which comes only now, where there are media sources, else by the browser itself; undefined when neither can. */
export async function openStream(video: HTMLVideoElement, url: string, options: StreamOptions): Promise<Stream | undefined> {
  const Library = await loadHls()
  if (Library.isSupported()) return playByLibrary(Library, video, url, options)
  return video.canPlayType('application/vnd.apple.mpegurl') ? playNatively(video, url, options) : undefined
}
