import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  openStream,
  type Stream,
  type StreamFailure,
  type StreamLevel,
  type StreamOptions,
} from '#client/browser/hls-stream.ts'
import { retryDelay } from '#client/browser/stream-healing.ts'
import { type AddressKeeper, isCut, keepAddress } from '#client/features/play/player/keep-address.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

export interface StreamInput {
  video: HTMLVideoElement | null
  address: PlayAddress
  /** Undefined: where the stream wants to begin. */
  startAt: number | undefined
  /** It is only loaded: the same film was paused before. */
  isPaused?: boolean | undefined
  onAddressNeeded: () => Promise<PlayAddress>
  /** It was tried several times in vain: another source may help. */
  onStuck?: (() => void) | undefined
  onError?: ((message: string) => void) | undefined
}

export interface StreamView {
  stream: Stream | undefined
  levels: readonly StreamLevel[]
  /** The quality that is shown; undefined before the first picture. */
  level: number | undefined
  /** The quality that was chosen; -1: by the line. */
  chosen: number
  choose: (index: number) => void
  /** The sound can be had without the picture, for less. */
  hasSound: boolean
  isSoundAlone: boolean
  /** Plays the sound alone; where it can't be had so, the lowest quality. */
  chooseSound: (alone: boolean) => void
  /** Bits a second; undefined before something came. */
  bandwidth: number | undefined
  /** The picture stands still and is being tried again by itself. */
  isHealing: boolean
  /** Why it doesn't play and won't by itself; undefined while it does. */
  failure: string | undefined
  retry: () => void
}

const failureTexts: Readonly<Record<StreamFailure, string>> = {
  media: '这段视频放不出来，请稍后再试',
  unsupported: '这个浏览器放不了视频，请换成新版的浏览器',
}

/** Tries on one source before another one is looked for. */
const stuckTries = 3

function absolute({ playUrl }: PlayAddress): string {
  return new URL(playUrl, location.href).href
}

function begin(video: HTMLVideoElement): void {
  // Refused when the visitor has done nothing on this page yet: the big button is there then.
  video.play().catch(() => undefined)
}

type Told = Pick<StreamView, 'levels' | 'level' | 'hasSound' | 'bandwidth'>

/** What a stream tells of itself. */
function useTold(): [
  Told,
  Pick<StreamOptions, 'onLevels' | 'onLevel' | 'onSound' | 'onBandwidth'> & { begin: () => void },
] {
  const [levels, setLevels] = useState<readonly StreamLevel[]>([])
  const [level, setLevel] = useState<number>()
  const [hasSound, setHasSound] = useState(false)
  const [bandwidth, setBandwidth] = useState<number>()
  return [
    { levels, level, hasSound, bandwidth },
    {
      begin: () => setHasSound(false),
      onLevels: setLevels,
      onLevel: setLevel,
      onSound: () => setHasSound(true),
      onBandwidth: setBandwidth,
    },
  ]
}

/** What the viewer chose; a stream that is opened anew goes on with it. */
function useChoice(stream: Stream | undefined): Pick<StreamView, 'chosen' | 'choose' | 'isSoundAlone' | 'chooseSound'> {
  const [chosen, setChosen] = useState(-1)
  const [isSoundAlone, setSoundAlone] = useState(false)
  return {
    chosen,
    choose: (index) => {
      setChosen(index)
      stream?.chooseLevel(index)
    },
    isSoundAlone,
    chooseSound: (alone) => {
      setSoundAlone(alone)
      stream?.chooseSound(alone)
    },
  }
}

/** What couldn't even be opened is opened again, at once when the network is back; answers how often that failed, and who counts. */
function useCuts(retry: () => void): [number, (change: (times: number) => number) => void] {
  const [cuts, setCuts] = useState(0)
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (cuts === 0) return undefined
    const timer = setTimeout(retryNow, retryDelay(cuts, Math.random()))
    window.addEventListener('online', retryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [cuts])
  return [cuts, setCuts]
}

interface Attempt {
  of: string
  address: PlayAddress
  startAt: number | undefined
}

/** The state of the picture: it is being healed, or has failed for good. */
function useTrouble({ video, onStuck, onError }: Pick<StreamInput, 'video' | 'onStuck' | 'onError'>) {
  const [failure, setFailure] = useState<string>()
  const [isHealing, setHealing] = useState(false)
  return {
    failure,
    isHealing,
    setFailure,
    clear: () => {
      setFailure(undefined)
      setHealing(false)
    },
    fail: (message: string) => {
      video?.pause()
      setHealing(false)
      setFailure(message)
      onError?.(message)
    },
    note: (tries: number | undefined) => {
      setHealing(tries !== undefined)
      if (tries !== undefined && tries > 0 && tries % stuckTries === 0) onStuck?.()
    },
  }
}

/** The address as it was given first: what was renewed since is the keeper's. */
function useGiven(address: PlayAddress): RefObject<PlayAddress> {
  const given = useRef(address)
  if (given.current.playUrl !== address.playUrl) given.current = address
  return given
}

/** Plays an address in the video element, keeps the address from ending and says what went wrong. */
export function useStream({ video, address, startAt, isPaused, onAddressNeeded, ...told }: StreamInput): StreamView {
  const [tried, setTried] = useState<Attempt>()
  const [stream, setStream] = useState<Stream>()
  const [figures, listeners] = useTold()
  const choice = useChoice(stream)
  const trouble = useTrouble({ video, ...told })
  const [cuts, setCuts] = useCuts(() => void retry())
  const retrying = useRef(false)
  const ask = useEffectEvent(() => onAddressNeeded())
  const fail = useEffectEvent(trouble.fail)
  const noteTrouble = useEffectEvent(trouble.note)
  const { playUrl } = address // of another film nothing has been tried yet
  const attempt = tried?.of === playUrl ? tried : undefined
  const given = useGiven(address)
  const firstStart = useEffectEvent(() => attempt?.startAt ?? startAt)
  const take = useEffectEvent((next: Stream) => {
    if (attempt && choice.chosen >= 0) next.chooseLevel(choice.chosen)
    if (choice.isSoundAlone) next.chooseSound(true)
    setStream(next)
    setCuts(() => 0)
    if (video && (attempt || !isPaused)) begin(video)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same film loaded anew
  useEffect(() => {
    if (!video) return undefined
    let gone = false
    let opened: Stream | undefined
    let keeper: AddressKeeper | undefined
    const first = attempt?.address ?? given.current
    trouble.clear()
    listeners.begin()
    openStream(video, absolute(first), {
      ...listeners,
      startAt: firstStart(),
      onRefused: () => keeper?.renewNow(),
      onTrouble: noteTrouble,
      onFail: (kind) => fail(failureTexts[kind]),
    }).then(
      (next) => {
        if (gone) return next?.destroy()
        if (!next) return fail(failureTexts.unsupported)
        opened = next
        keeper = keepAddress(first, { ask, onRenewed: (renewed) => next.renew(absolute(renewed)), onLost: fail })
        take(next)
      },
      () => void (gone || setCuts((times) => times + 1)),
    )
    return () => {
      gone = true
      keeper?.stop()
      opened?.destroy()
      setStream(undefined)
    }
  }, [video, playUrl, attempt])

  async function retry(): Promise<void> {
    if (retrying.current || !video) return
    retrying.current = true
    try {
      const at = video.currentTime || startAt
      const next = given.current.expireTime === null ? given.current : await onAddressNeeded()
      setTried({ of: playUrl, address: next, startAt: startAt === undefined ? undefined : at })
    } catch (error) {
      if (error instanceof ApiError && !isCut(error)) trouble.setFailure(error.message)
      else setCuts((times) => times + 1)
    } finally {
      retrying.current = false
    }
  }

  return {
    stream,
    ...figures,
    ...choice,
    isHealing: trouble.isHealing || cuts > 0,
    failure: trouble.failure,
    retry: () => void retry(),
  }
}
