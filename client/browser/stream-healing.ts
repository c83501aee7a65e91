/** With less than this ahead the picture stands still, in seconds. */
const starvedSec = 0.5
const lookMs = 1000
/** Nothing has come for so long though something is missing: the line is silent. */
const silentMs = 4000
const probeMs = 3000
/** The longest wait between two tries: who waits has a picture again within seconds of the fault's end. */
const longestRetryMs = 3000
/** Every so many tries another address is asked for, too. */
const renewEvery = 5

/** How long until the next try: 0.5, 1, 2 and then every 3 seconds; `chance` (0..1) keeps a class from asking in one moment. */
export function retryDelay(tries: number, chance: number): number {
  return Math.min(longestRetryMs, 500 * 2 ** tries) * (0.75 + chance / 4)
}

/** Seconds that can be shown without the network. */
export function aheadOf({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.3 && currentTime <= buffered.end(index))
      return buffered.end(index) - currentTime
  }
  return 0
}

/** It wants to show something, or has shown nothing yet, and can't. */
function isStarved(video: HTMLVideoElement): boolean {
  return (
    !video.ended &&
    aheadOf(video) < starvedSec &&
    (!video.paused || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
  )
}

export interface HealingOptions {
  /** Loads on from where the picture stands. */
  readonly restart: () => void
  /** Asks for another address. */
  readonly onRenew: () => void
  /** The picture stands still since so many tries; undefined: it moves again. */
  readonly onTrouble: (tries: number | undefined) => void
  /** What is being asked for just now; undefined: nothing. */
  readonly pending: () => string | undefined
}

export interface Healing {
  /** Loading was given up: it begins again after a while. */
  noteFailure: () => void
  /** The address was refused: another one is on its way, which restarts. */
  noteRefusal: () => void
  /** Something came. */
  noteBytes: () => void
  destroy: () => void
}

/** Whether an address answers at all: its first byte, not from a cache. */
async function answers(url: string): Promise<boolean> {
  try {
    const { body, ok } = await fetch(url, {
      cache: 'no-store',
      headers: { range: 'bytes=0-0' },
      signal: AbortSignal.timeout(probeMs),
    })
    await body?.cancel()
    return ok
  } catch {
    return false
  }
}

/**
 * Brings a picture back for as long as its page is open: what failed is tried again with a back-off, a silent line is left for a new request
 * as soon as another one gets an answer. What is loaded already is shown to its end before a word is said.
 */
export function startHealing(
  video: HTMLVideoElement,
  { restart, onRenew, onTrouble, pending }: HealingOptions,
): Healing {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [tries, failed, reported, probing, gone] = [0, false, false, false, false]
  let heardAt = performance.now()

  const tell = (): void => {
    reported = true
    onTrouble(tries)
  }
  const isSilent = (): boolean => performance.now() - heardAt >= silentMs
  const tryNow = (): void => {
    clearTimeout(timer)
    timer = undefined
    failed = false
    heardAt = performance.now()
    tries += 1
    if (tries % renewEvery === 0) onRenew()
    restart()
  }
  async function leaveSilence(): Promise<void> {
    probing = true
    const url = pending()
    const isThere = url === undefined || (await answers(url))
    probing = false
    if (isThere && !gone && !failed && isStarved(video) && isSilent()) tryNow()
  }
  const look = (): void => {
    if (!isStarved(video)) {
      heardAt = performance.now()
      if (reported) onTrouble(undefined)
      reported = false
      if (!failed) tries = 0
      return
    }
    if (failed || isSilent()) tell()
    if (!failed && !probing && isSilent()) void leaveSilence()
  }
  const handleOnline = (): void => {
    if (failed || reported) tryNow()
  }
  const looking = setInterval(look, lookMs)
  window.addEventListener('online', handleOnline)
  return {
    noteFailure: () => {
      failed = true
      timer ??= setTimeout(tryNow, retryDelay(tries, Math.random()))
      if (isStarved(video)) tell()
    },
    noteRefusal: () => {
      failed = true
    },
    noteBytes: () => {
      heardAt = performance.now()
    },
    destroy: () => {
      gone = true
      clearTimeout(timer)
      clearInterval(looking)
      window.removeEventListener('online', handleOnline)
    },
  }
}
