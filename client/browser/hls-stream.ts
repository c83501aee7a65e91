import type { HlsConfig, LevelDetails, LevelParsed } from 'hls.js'
import type HlsLight from 'hls.js/light'
import { listenForErrors } from '#client/browser/hls-errors.ts'
import { loadHls } from '#client/browser/hls-library.ts'
import { renewedUrl } from '#client/browser/signed-media.ts'
import { startHealing } from '#client/browser/stream-healing.ts'

/** One quality of a stream. */
export interface StreamLevel {
  /** Its place in the list; the list begins with the lowest. */
  index: number
  /** Lines of the picture; 0 when the stream doesn't say. */
  height: number
  /** Bits a second. */
  bitrate: number
}

/** What no patience heals: this browser can't show it. */
export type StreamFailure = 'media' | 'unsupported'

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
  /** The picture stands still and was tried so often again; undefined: it moves. Trying goes on by itself. */
  onTrouble: (tries: number | undefined) => void
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

/** Behind the end of a live stream by less than this somebody watches it as it happens. */
const nearEdgeSec = 15
const behindSec = 8

/** Its library gives up early: what is tried after that, and for how long, is for the healing. */
const briefRetry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 }
const timeoutRetry = { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 }
const listPolicy: HlsConfig['playlistLoadPolicy'] = {
  default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 20_000, timeoutRetry, errorRetry: briefRetry },
}
const partPolicy: HlsConfig['fragLoadPolicy'] = {
  default: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 120_000, timeoutRetry, errorRetry: briefRetry },
}

interface Requests {
  /** Before a request goes. */
  note: (xhr: XMLHttpRequest, url: string) => void
  /** The one that has waited for the shortest time; undefined: none is under way. */
  pending: () => string | undefined
}

/** What is asked for and what comes. A list that is asked for again and again is no sign of life of a picture. */
function watchRequests(onBytes: () => void): Requests {
  const open = new Map<XMLHttpRequest, string>()
  return {
    note: (xhr, url) => {
      open.set(xhr, url)
      const isList = new URL(url, location.href).pathname.endsWith('.m3u8')
      xhr.addEventListener('loadend', () => open.delete(xhr))
      if (isList) return
      xhr.addEventListener('readystatechange', () => {
        if (xhr.readyState >= XMLHttpRequest.HEADERS_RECEIVED && xhr.status > 0) onBytes()
      })
      xhr.addEventListener('progress', onBytes)
    },
    pending: () => [...open.values()].at(-1),
  }
}

function configOf(startAt: number | undefined, url: () => string, requests: Requests): Partial<HlsConfig> {
  return {
    manifestLoadPolicy: listPolicy,
    playlistLoadPolicy: listPolicy,
    fragLoadPolicy: partPolicy,
    maxBufferLength: 30,
    // Of a thin stream its library would load ten minutes ahead, which whoever leaves never sees; a minute and a half bridges most gaps.
    maxMaxBufferLength: 90,
    backBufferLength: 60,
    startPosition: startAt ?? -1,
    // The first part needn't wait for the video element.
    startFragPrefetch: true,
    // What came before the address was renewed names the old one still.
    xhrSetup: (xhr, asked) => {
      const newest = renewedUrl(asked, url())
      requests.note(xhr, newest)
      xhr.open('GET', newest, true)
    },
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

/** Which of a stream's lists is loaded: the pictures', or the one of the sound alone. */
interface ListChoice {
  /** The sound's list is the one that is loaded. */
  readonly isSound: boolean
  /** The lists that a stream has; true when the sound has one of its own. */
  note(levels: readonly LevelParsed[]): boolean
  /** The list to load at `url`, the stream's newest address. */
  address(url: string): string
  want(alone: boolean): void
  /** Loads what is wanted, once the stream's lists are known. */
  apply(): void
}

/** `load` begins with another list; without one of the sound the lowest quality stands for it. */
function chooseList(hls: HlsLight, load: () => void): ListChoice {
  let sound: string | undefined
  let [isSound, wantsSound] = [false, false]
  return {
    get isSound() {
      return isSound
    },
    note(levels) {
      if (!isSound) sound = levels.length > 1 ? findSound(levels) : undefined
      return sound !== undefined
    },
    address: (url) => (isSound && sound ? renewedUrl(sound, url) : url),
    want(alone) {
      wantsSound = alone
    },
    apply() {
      if (wantsSound === isSound) return
      if (!sound) {
        hls.nextLevel = 0
        return
      }
      isSound = wantsSound
      load()
    },
  }
}

/** Whoever watched a class as it happens goes on with what happens now, however long the picture stood still. */
function keepToEdge(Library: typeof HlsLight, hls: HlsLight, video: HTMLVideoElement): EdgeKeeper {
  let [wasNear, goesToEdge] = [false, false]
  const distance = (): number => (hls.liveSyncPosition ?? video.currentTime) - video.currentTime
  hls.on(Library.Events.LEVEL_UPDATED, (_, { details }) => {
    if (!goesToEdge) return
    goesToEdge = false
    const edge = hls.liveSyncPosition
    if (details.live && edge !== null && edge - video.currentTime > behindSec) video.currentTime = edge
  })
  return {
    noteTrouble(tries) {
      wasNear = tries !== undefined && (wasNear || distance() < nearEdgeSec)
    },
    noteRestart() {
      goesToEdge ||= wasNear
    },
  }
}

interface EdgeKeeper {
  noteTrouble(tries: number | undefined): void
  noteRestart(): void
}

/** Where the dates of a stream's list stand in it, and the other way round. */
function datesOf(hls: HlsLight): Pick<Stream, 'timeAt' | 'dateAt' | 'liveTime'> {
  return {
    timeAt: (date) => {
      const part = datedFragment(hls.latestLevelDetails, date)
      return part ? part.start + (date - part.date) / 1000 : undefined
    },
    dateAt: (time) => {
      const part = fragmentAt(hls.latestLevelDetails, time)
      return part ? part.date + (time - part.start) * 1000 : undefined
    },
    liveTime: () => hls.liveSyncPosition ?? undefined,
  }
}

function playByLibrary(
  Library: typeof HlsLight,
  video: HTMLVideoElement,
  firstUrl: string,
  options: StreamOptions,
): Stream {
  let url = firstUrl
  let hasManifest = false
  let at = options.startAt
  const requests = watchRequests(() => healing.noteBytes())
  const hls = new Library(configOf(options.startAt, () => url, requests))
  const edge = keepToEdge(Library, hls, video)
  const list = chooseList(hls, () => {
    const wasPlaying = !video.paused
    hasManifest = false
    if (at !== undefined) {
      at = video.readyState > 0 ? video.currentTime : at
      hls.config.startPosition = at
    }
    hls.loadSource(list.address(url))
    if (wasPlaying) video.play().catch(() => undefined)
  })
  const restart = (): void => {
    errors.clear()
    edge.noteRestart()
    if (hasManifest) {
      hls.stopLoad()
      hls.startLoad(video.currentTime || -1)
    } else hls.loadSource(list.address(url))
  }
  const healing = startHealing(video, {
    restart,
    pending: requests.pending,
    onRenew: options.onRefused,
    onTrouble: (tries) => {
      edge.noteTrouble(tries)
      options.onTrouble(tries)
    },
  })
  const errors = listenForErrors(Library, hls, video, { healing, onRefused: options.onRefused, onFail: options.onFail })
  hls.on(Library.Events.MANIFEST_LOADED, (_, { levels }) => {
    if (list.note(levels)) options.onSound()
  })
  hls.on(Library.Events.MANIFEST_PARSED, () => {
    hasManifest = true
    if (!list.isSound)
      options.onLevels(hls.levels.map(({ height, bitrate }, index) => ({ index, height: height || 0, bitrate })))
    // what was chosen before the list came
    list.apply()
  })
  hls.on(Library.Events.LEVEL_SWITCHED, (_, { level }) => list.isSound || options.onLevel(level))
  hls.on(Library.Events.FRAG_LOADED, () => options.onBandwidth(hls.bandwidthEstimate))
  hls.loadSource(firstUrl)
  hls.attachMedia(video)
  return {
    ...datesOf(hls),
    chooseLevel: (index) => {
      hls.nextLevel = index
    },
    chooseSound: (alone) => {
      list.want(alone)
      if (hasManifest) list.apply()
    },
    renew: (next) => {
      url = next
      if (errors.isStopped()) restart()
    },
    destroy: () => {
      healing.destroy()
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
    options.onTrouble(1)
    if (newest === playing) return options.onRefused()
    goOn()
  }
  const goOn = (): void => {
    const wasPlaying = !video.paused
    take(newest, video.currentTime)
    if (wasPlaying) video.play().catch(() => undefined)
  }
  const handlePlaying = (): void => options.onTrouble(undefined)
  video.addEventListener('error', handleError)
  video.addEventListener('playing', handlePlaying)
  take(firstUrl, options.startAt)
  return {
    chooseLevel: () => undefined,
    // the browser chooses by itself
    chooseSound: () => undefined,
    renew: (next) => {
      newest = next
      if (video.error) goOn()
    },
    timeAt: (date) => {
      const start = startDateOf(video)
      return start === undefined ? undefined : (date - start) / 1000
    },
    dateAt: (time) => {
      const start = startDateOf(video)
      return start === undefined ? undefined : start + time * 1000
    },
    liveTime: () =>
      video.seekable.length > 0 ? Math.max(0, video.seekable.end(video.seekable.length - 1) - 8) : undefined,
    destroy: () => {
      video.removeEventListener('error', handleError)
      video.removeEventListener('playing', handlePlaying)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Plays an HLS list: by hls.js, which comes only now, where there are media sources, else by the browser itself; undefined when neither can. */
export async function openStream(
  video: HTMLVideoElement,
  url: string,
  options: StreamOptions,
): Promise<Stream | undefined> {
  const Library = await loadHls()
  if (Library.isSupported()) return playByLibrary(Library, video, url, options)
  return video.canPlayType('application/vnd.apple.mpegurl') ? playNatively(video, url, options) : undefined
}
