import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useRef } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { lastWatch, noteWatch } from '#client/features/play/last-watch.ts'
import { answerRoomInfo } from '#client/features/play/answer-room-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export interface AnswerEntry {
  info: CallOutput<'GET /api/live-solution-room/get-live-info'> | undefined
  error: Error | null
  /** Asks anew where the room stands; a failure leaves what is shown. */
  ask: () => Promise<void>
  /** The player that this page had last. */
  former: RefObject<string | undefined>
}

/** Enters a room for questions: its picture has one player of an account at a time, which the next answer replaces without a question. */
export function useAnswerEntry(id: number): AnswerEntry {
  const { api } = useApp()
  const former = useRef<string>(undefined)
  const { data, error, refetch } = useQuery({
    queryKey: ['answer room', id],
    queryFn: async () => {
      former.current ??= await lastWatch()
      const watchId = former.current
      const answer = await answerRoomInfo(api, {
        id,
        ...(watchId ? { watchId } : {}),
      })
      if (answer.watchId && !answer.otherPlayer) {
        former.current = answer.watchId
        noteWatch(answer.watchId)
      }
      return answer
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const ask = useCallback(async (): Promise<void> => {
    // Of two at once, one would be another player that locks this page out.
    await refetch({ cancelRefetch: false })
  }, [refetch])
  return { info: data, error, ask, former }
}
