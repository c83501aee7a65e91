import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { openStream, type Stream, type StreamFailure, type StreamLevel } from '#client/browser/hls-stream.ts'
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

/** Plays an address in the video element, keeps the address from ending and says what went wrong. */
export function useStream({
  video,
  address,
  startAt,
  isPaused,
  onAddressNeeded,
  onStuck,
  onError,
}: StreamInput): StreamView {
  const [tried, setTried] = useState<{ of: string; address: PlayAddress; startAt: number | undefined }>()
  const [stream, setStream] = useState<Stream>()
  const [levels, setLevels] = useState<readonly StreamLevel[]>([])
  const [level, setLevel] = useState<number>()
  const [chosen, setChosen] = useState(-1)
  const [hasSound, setHasSound] = useState(false)
  const [isSoundAlone, setSoundAlone] = useState(false)
  const [bandwidth, setBandwidth] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [isHealing, setHealing] = useState(false)
  /** How often the film couldn't be opened at all. */
  const [cuts, setCuts] = useState(0)
  const retrying = useRef(false)
  const ask = useEffectEvent(() => onAddressNeeded())
  const fail = useEffectEvent((message: string) => {
    video?.pause()
    setHealing(false)
    setFailure(message)
    onError?.(message)
  })
  const noteTrouble = useEffectEvent((tries: number | undefined) => {
    setHealing(tries !== undefined)
    if (tries !== undefined && tries > 0 && tries % stuckTries === 0) onStuck?.()
  })
  const { playUrl } = address
  // Of another film nothing has been tried yet.
  const attempt = tried?.of === playUrl ? tried : undefined
  const given = useRef(address)
  if (given.current.playUrl !== playUrl) given.current = address
  const chooseAgain = useEffectEvent((next: Stream) => {
    if (attempt && chosen >= 0) next.chooseLevel(chosen)
    if (isSoundAlone) next.chooseSound(true)
  })
  const firstStart = useEffectEvent(() => attempt?.startAt ?? startAt)
  const beginFirst = useEffectEvent(() => {
    if (video && (attempt || !isPaused)) begin(video)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same film loaded anew
  useEffect(() => {
    if (!video) return undefined
    let gone = false
    let opened: Stream | undefined
    let keeper: AddressKeeper | undefined
    const first = attempt?.address ?? given.current
    setFailure(undefined)
    setHealing(false)
    setHasSound(false)
    const options = {
      startAt: firstStart(),
      onLevels: setLevels,
      onLevel: setLevel,
      onSound: () => setHasSound(true),
      onBandwidth: setBandwidth,
      onRefused: () => keeper?.renewNow(),
      onTrouble: noteTrouble,
      onFail: (kind: StreamFailure) => fail(failureTexts[kind]),
    }
    openStream(video, absolute(first), options).then(
      (next) => {
        if (gone) return next?.destroy()
        if (!next) return fail(failureTexts.unsupported)
        opened = next
        keeper = keepAddress(first, { ask, onRenewed: (renewed) => next.renew(absolute(renewed)), onLost: fail })
        chooseAgain(next)
        setStream(next)
        setCuts(0)
        beginFirst()
      },
      () => {
        if (!gone) setCuts((times) => times + 1)
      },
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
      if (error instanceof ApiError && !isCut(error)) setFailure(error.message)
      else setCuts((times) => times + 1)
    } finally {
      retrying.current = false
    }
  }
  const retryNow = useEffectEvent(() => void retry())
  // What couldn't even be opened is opened again, at once when the network is back.
  useEffect(() => {
    if (cuts === 0) return undefined
    const timer = setTimeout(retryNow, retryDelay(cuts, Math.random()))
    window.addEventListener('online', retryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retryNow)
    }
  }, [cuts])

  return {
    stream,
    levels,
    level,
    chosen,
    choose: (index) => {
      setChosen(index)
      stream?.chooseLevel(index)
    },
    hasSound,
    isSoundAlone,
    chooseSound: (alone) => {
      setSoundAlone(alone)
      stream?.chooseSound(alone)
    },
    bandwidth,
    isHealing: isHealing || cuts > 0,
    failure,
    retry: () => void retry(),
  }
}
