import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { warmHls } from '#client/browser/hls-library.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { lastWatch, noteWatch } from '#client/features/play/last-watch.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { startWatchReport, type WatchReport } from '#client/features/play/watch-report.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

type Entry = CallOutput<'GET /api/live/enter/play'>

export interface LiveEntry {
  entry: Entry | undefined
  isError: boolean
  retry: () => void
  /** Where it plays from; undefined while another player of the account is open, or there is no picture. */
  address: PlayAddress | undefined
  otherPlayer: Entry['otherPlayer']
  takeOver: () => Promise<void>
  renew: () => Promise<PlayAddress>
  onTick: (tick: PlayerTick) => void
}

/** Enters a class: who may, from where it plays, one player of an account at a time. */
export function useLiveEntry(lesson: { periodId: number; scheduleId?: number }, status: number): LiveEntry {
  const { api } = useApp()
  const former = useRef<string>(undefined)
  const report = useRef<WatchReport>(undefined)
  // One goes in at a time, in place of the one before: of two at once, one would be another player that locks this page out.
  const entering = useRef<Promise<unknown>>(Promise.resolve())
  // The watch that is taken over here, and the one that was taken away.
  const [own, setOwn] = useState<{ watchId: string; address: PlayAddress }>()
  const [taken, setTaken] = useState<{ watchId: string; otherPlayer: Entry['otherPlayer'] }>()
  const query = useQuery({
    queryKey: ['enter', lesson, status],
    queryFn: () => {
      const entered = entering.current.then(async () => {
        former.current ??= lastWatch()
        const answer = await api.call('GET /api/live/enter/play', { ...lesson, ...(former.current ? { watchId: former.current } : {}) })
        if (answer.watchId && !answer.otherPlayer) {
          former.current = answer.watchId
          noteWatch(answer.watchId)
        }
        return answer
      })
      entering.current = entered.catch(() => undefined)
      return entered
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useEffect(warmHls, [])
  const entry = query.data
  const watchId = entry?.watchId ?? undefined
  const isTaken = watchId !== undefined && taken?.watchId === watchId
  const address = isTaken ? undefined : own && own.watchId === watchId ? own.address : (entry?.address ?? undefined)
  const isPlaying = address !== undefined
  const handleTaken = useEffectEvent((otherPlayer: Entry['otherPlayer']) => {
    if (!watchId) return
    noteWatch(undefined)
    setTaken({ watchId, otherPlayer })
  })
  useEffect(() => {
    if (!watchId || !isPlaying) return undefined
    noteWatch(watchId)
    former.current = watchId
    const started = startWatchReport({
      api,
      watchId,
      onBeat: (beat) => {
        if (beat.state === 'taken') handleTaken(beat.otherPlayer)
      },
    })
    report.current = started
    return () => {
      report.current = undefined
      started.leave()
    }
  }, [api, watchId, isPlaying])
  return {
    entry,
    isError: query.isError,
    retry: () => void query.refetch(),
    address,
    otherPlayer: isTaken ? (taken?.otherPlayer ?? null) : isPlaying ? null : (entry?.otherPlayer ?? null),
    takeOver: async () => {
      if (!watchId) return
      await api.call('POST /api/vod/take-over', { watchId })
      setOwn({ watchId, address: await api.call('GET /api/vod/address', { watchId }) })
      setTaken(undefined)
    },
    renew: () => api.call('GET /api/vod/address', { watchId: watchId ?? '' }),
    onTick: (tick) => report.current?.note(tick),
  }
}
