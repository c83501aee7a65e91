import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { lastWatch, noteWatch } from '#client/features/play/last-watch.ts'
import { useAiReport } from '#client/pages/play/use-ai-report.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { CheckCode, LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

type Info = CallOutput<'GET /api/ai-live/get-live-info'>

export interface AiEntry {
  info: Info | undefined
  error: Error | null
  /** Asks anew where the class stands. */
  refresh: () => void
  /** Where it plays from; undefined while another player of the account is open, or there is no picture. */
  address: PlayAddress | undefined
  otherPlayer: Info['otherPlayer']
  takeOver: () => Promise<void>
  renew: () => Promise<PlayAddress>
}

/** Enters a class whose film runs on its clock: who may, from where it plays, one player of an account at a time. */
export function useAiEntry(lesson: { periodId: number; scheduleId?: number }): AiEntry {
  const { api } = useApp()
  const former = useRef<string>(undefined)
  // The player that is taken over here, and the one that was taken away.
  const [own, setOwn] = useState<{ watchId: string; address: PlayAddress }>()
  const [takenId, setTakenId] = useState<string>()
  const query = useQuery<Info>({
    queryKey: ['enter-ai', lesson],
    queryFn: ({ signal }) => {
      former.current ??= lastWatch()
      return callQuery(api, 'GET /api/ai-live/get-live-info', { ...lesson, ...(former.current ? { watchId: former.current } : {}) }).queryFn({ signal })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const info = query.data
  const { refetch } = query
  const refresh = useCallback(() => void refetch(), [refetch])
  const watchId = info?.watchId ?? undefined
  const isTaken = watchId !== undefined && takenId === watchId
  const address = isTaken ? undefined : own && own.watchId === watchId ? own.address : (info?.address ?? undefined)
  const isPlaying = address !== undefined
  useEffect(() => {
    if (!watchId || !isPlaying) return
    noteWatch(watchId)
    former.current = watchId
  }, [watchId, isPlaying])
  const isIn = info?.checkCode === CheckCode.pass && info.aiLiveStatus === LiveStatus.live
  useAiReport(lesson, {
    isOn: isIn && isPlaying,
    begDate: info?.liveInfo.periodBegDate ?? null,
    watchId,
    onTaken: () => {
      noteWatch(undefined)
      setTakenId(watchId)
    },
  })
  const renew = (): Promise<PlayAddress> => api.call('GET /api/vod/address', { watchId: watchId ?? '' })
  return {
    info,
    error: query.error,
    refresh,
    address,
    otherPlayer: isPlaying ? null : (info?.otherPlayer ?? null),
    takeOver: async () => {
      if (!watchId) return
      await api.call('POST /api/vod/take-over', { watchId })
      setOwn({ watchId, address: await renew() })
      setTakenId(undefined)
    },
    renew,
  }
}
