import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { warmHls } from '#client/browser/hls-library.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { lastWatch, noteWatch } from '#client/features/play/last-watch.ts'
import { isCut } from '#client/features/play/player/keep-address.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { startWatchReport, type WatchReport } from '#client/features/play/watch-report.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { VodPlay } from '#shared/contract/play.ts'
import type { OtherPlayer, PlayAddress } from '#shared/contract/play-fields.ts'
import { fetchFilmAddress, openFilm, takeOver } from '#client/features/play/play-queries.ts'
import { playAddressOf } from '#shared/rules/play-address.ts'

/** Which lesson: by its id, or the last of a course. */
export type WhichLesson = CallInput<'GET /api/vod/lesson'>

/** Where the opening of a lesson stands. `taken`: another player of the account plays now. */
export type LessonState =
  | { kind: 'opening' }
  | { kind: 'failed'; message: string }
  | { kind: 'open'; play: VodPlay }
  | { kind: 'taken'; other: OtherPlayer | null; watchId: string; happened: boolean }

export interface OpenLesson {
  state: LessonState
  /** Share of the lesson that was watched, as the last answer told. */
  progress: { share: number; isFinished: boolean } | undefined
  retry: () => void
  /** Plays here; the other player stops. */
  takeOver: () => Promise<void>
  onTick: (tick: PlayerTick) => void
  onAddressNeeded: () => Promise<PlayAddress>
}

const failedText = '课没有打开，请再试一次'
const cutText = '没有连上学园，请看看网络再试一次'

function whyNot(error: unknown): string {
  if (!(error instanceof ApiError)) return failedText
  return isCut(error) ? cutText : error.message
}

function stateOf(play: VodPlay): LessonState {
  if (play.otherPlayer && play.watchId)
    return { kind: 'taken', other: play.otherPlayer, watchId: play.watchId, happened: false }
  return { kind: 'open', play }
}

function addressIn(play: VodPlay): PlayAddress {
  const address = playAddressOf(play)
  if (!address) throw new ApiError(0, play.message || failedText)
  return address
}

/** What the network stopped goes on when it is back. */
function useWhenOnline(isWaiting: boolean, goOn: () => void): void {
  const handleOnline = useEffectEvent(goOn)
  useEffect(() => {
    if (!isWaiting) return undefined
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [isWaiting])
}

/**
 * Opens a lesson in the browser and tells the school what is watched of it, until the page is left or another player takes over. It isn't
 * opened while `isOn` is false: whoever may not watch it needs no player.
 */
export function useLesson(which: WhichLesson, isOn: boolean): OpenLesson {
  const { api } = useApp()
  const [state, setState] = useState<LessonState>({ kind: 'opening' })
  const [attempt, setAttempt] = useState(0)
  const [progress, setProgress] = useState<OpenLesson['progress']>()
  const report = useRef<WatchReport>(undefined)
  const open = useEffectEvent(async () => {
    const former = await lastWatch()
    return openFilm(api, { ...which, ...(former ? { watchId: former } : {}) })
  })

  const begin = useEffectEvent((play: VodPlay) => {
    const { watchId, otherPlayer } = play
    setState(stateOf(play))
    if (!watchId || otherPlayer) return
    noteWatch(watchId)
    report.current = startWatchReport({
      api,
      watchId,
      onBeat: (beat) => {
        setProgress({ share: beat.progress, isFinished: beat.isFinished })
        if (beat.state === 'playing') return
        noteWatch(undefined)
        // Opened anew it says why not.
        if (beat.state === 'closed') return setAttempt((before) => before + 1)
        setState({ kind: 'taken', other: beat.otherPlayer, watchId, happened: true })
      },
    })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the same lesson anew
  useEffect(() => {
    if (!isOn) return undefined
    let gone = false
    warmHls()
    setState({ kind: 'opening' })
    open().then(
      (play) => {
        if (!gone) begin(play)
      },
      (error: unknown) => {
        if (!gone) setState({ kind: 'failed', message: whyNot(error) })
      },
    )
    return () => {
      gone = true
      report.current?.leave()
      report.current = undefined
    }
  }, [isOn, attempt])

  useWhenOnline(state.kind === 'failed', () => setAttempt((before) => before + 1))

  async function onAddressNeeded(): Promise<PlayAddress> {
    if (state.kind === 'open' && state.play.watchId) {
      try {
        return await fetchFilmAddress(api, { watchId: state.play.watchId })
      } catch (error) {
        // It may be another player's turn: then that is said, and how to go on here.
        if (error instanceof ApiError && error.code === Code.Toast) void report.current?.ask()
        throw error
      }
    }
    return addressIn(await openFilm(api, which))
  }

  return {
    state,
    progress,
    retry: () => setAttempt(attempt + 1),
    takeOver: async () => {
      if (state.kind !== 'taken') return
      await takeOver(api, { watchId: state.watchId })
      noteWatch(state.watchId)
      setAttempt(attempt + 1)
    },
    onTick: (tick) => report.current?.note(tick),
    onAddressNeeded,
  }
}
