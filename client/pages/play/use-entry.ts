import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { warmHls } from '#client/browser/hls-library.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { lastWatch, noteWatch } from '#client/features/play/last-watch.ts'
import { retryMs } from '#client/features/room/spread.ts'
import { type Entered, type EntryRoute, enteredBy, noteNotice } from '#client/pages/play/first-entry.ts'
import { type LeasedPlayer, useLeasedPlayer } from '#client/pages/play/use-leased-player.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { fetchRoomEntry } from '#client/features/play/play-queries.ts'
import type { RoomEntry } from '#shared/contract/room-entry.ts'

export interface Entry<R extends EntryRoute> extends LeasedPlayer {
  /** What the last answer told. */
  entered: Entered<R> | undefined
  /** What came with the first answer: everything that the page needs of the class. */
  first: RoomEntry | undefined
  error: Error | null
  /** Goes in anew. */
  refresh: () => void
}

/** The line was cut, or the school has too much to do: asked again, it may answer. */
function isPassing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429)
}

/** Asks again by itself what failed and may pass, ever less often, and at another moment than the others in the room; a press needn't wait for it. */
function useRetry({
  error,
  errorUpdateCount,
  isFetching,
  refetch,
}: Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'>): void {
  const isDue = isPassing(error) && !isFetching
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => void refetch(), retryMs(errorUpdateCount - 1, Math.random()))
    return () => clearTimeout(timer)
  }, [isDue, errorUpdateCount, refetch])
}

/**
 * Enters a class: who may, from where it plays, one player of an account at a time. The first time everything that the page needs comes
 * along; then `route` is asked. Another `turn` enters anew; while that can't be done, what was goes on.
 */
export function useEntry<R extends EntryRoute>(
  route: R,
  lesson: { periodId: number; scheduleId?: number },
  turn = 0,
): Entry<R> {
  const { api } = useApp()
  const queries = useQueryClient()
  const [first, setFirst] = useState<RoomEntry>()
  const firstRef = useRef<RoomEntry>(undefined)
  const former = useRef<string>(undefined)
  // One goes in at a time, in place of the one before: of two at once, one would be another player that locks this page out.
  const entering = useRef<Promise<unknown>>(Promise.resolve())
  const enterFirst = async (input: CallInput<'GET /api/live/room-entry'>): Promise<Entered<EntryRoute>> => {
    const answer = await fetchRoomEntry(api, input)
    noteNotice(api, queries, answer)
    // What is to be seen couldn't be had with the rest: by itself, it may.
    const hasPicture = !answer.failed.includes('picture')
    const entered = hasPicture ? enteredBy(route, answer) : await api.call(route as EntryRoute, input)
    firstRef.current = answer
    setFirst(answer)
    return entered
  }
  const query = useQuery<Entered<EntryRoute>>({
    queryKey: ['enter', route, lesson, turn],
    queryFn: () => {
      const entered = entering.current.then(async () => {
        former.current ??= await lastWatch()
        const input = { ...lesson, ...(former.current ? { watchId: former.current } : {}) }
        const answer = firstRef.current ? await api.call(route as EntryRoute, input) : await enterFirst(input)
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
  useRetry(query)
  const [kept, setKept] = useState(query.data)
  if (query.data !== undefined && query.data !== kept) setKept(query.data)
  const data = query.data ?? (isPassing(query.error) ? kept : undefined)
  const { refetch } = query
  const refresh = useCallback(() => void refetch(), [refetch])
  const player = useLeasedPlayer(data, former)
  return {
    entered: data as Entered<R> | undefined,
    first,
    error: query.error,
    refresh,
    ...player,
  }
}
