import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useContext, useSyncExternalStore } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { RoomContext } from '#client/features/room/room-context.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

export type ReplayMessage = CallOutput<'GET /api/live-info/replay-timeline'>['messages'][number]

/** Seconds of one piece: the longest that the server answers. */
const pieceSec = 600
/** The next piece is there before it is needed. */
const aheadSec = 60
/** A piece in which so much was said that one answer doesn't hold it. */
const mostAnswers = 20

const chatKey = 'replay-chat'
const refreshMs = 60_000
const hearNothing = (): (() => void) => () => undefined

interface Lesson {
  readonly periodId: number
  readonly scheduleId?: number | undefined
}

async function askPiece(api: Api, lesson: Lesson, piece: number, signal: AbortSignal): Promise<ReplayMessage[]> {
  const messages: ReplayMessage[] = []
  const toSec = (piece + 1) * pieceSec
  let fromSec = piece * pieceSec
  for (let answers = 0; fromSec < toSec && answers < mostAnswers; answers += 1) {
    const answer = await api.call('GET /api/live-info/replay-timeline', { ...lesson, fromSec, toSec }, { signal })
    messages.push(...answer.messages)
    fromSec = answer.untilSec
  }
  return messages
}

/** A class that nobody came to has no room, and no word was said in it. */
async function loadPiece(...asked: Parameters<typeof askPiece>): Promise<ReplayMessage[]> {
  try {
    return await askPiece(...asked)
  } catch (error) {
    if (error instanceof ApiError && error.code === Code.NotFound) return []
    throw error
  }
}

/** Pieces round a position: the one before it, so that the list isn't empty after a jump, its own, and soon the next. */
export function piecesAround(positionSec: number): number[] {
  const own = Math.floor(Math.max(0, positionSec) / pieceSec)
  const next = Math.floor((positionSec + aheadSec) / pieceSec)
  return [own - 1, own, ...(next > own ? [next] : [])].filter((piece) => piece >= 0)
}

/** What had been said by a second of the replay, newest last, at most `most`. */
export function spokenUntil(messages: readonly ReplayMessage[], positionSec: number, most: number): ReplayMessage[] {
  return messages.filter(({ offsetSec }) => offsetSec <= positionSec).slice(-most)
}

/** The chat of a class round a position of its replay. */
export function useReplayChat({ periodId, scheduleId }: Lesson, positionSec: number): { messages: ReplayMessage[]; isPending: boolean; isError: boolean; retry: () => void; refresh: () => void } {
  const { api } = useApp()
  const queries = useQueryClient()
  const results = useQueries({
    queries: piecesAround(positionSec).map((piece) => ({
      queryKey: [chatKey, periodId, scheduleId, piece],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadPiece(api, { periodId, scheduleId }, piece, signal),
      // What is taken back meanwhile goes from an open replay, too.
      staleTime: refreshMs / 2,
      refetchInterval: refreshMs,
    })),
  })
  return {
    messages: results.flatMap(({ data }) => data ?? []),
    isPending: results.some(({ isPending }) => isPending),
    isError: results.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch()
    },
    refresh: () => void queries.invalidateQueries({ queryKey: [chatKey, periodId, scheduleId] }),
  }
}

/** The chat of a class under which its staff take back what was said; undefined for everybody else. */
export function useStaffGroup(): string | undefined {
  // A lesson's own page has no room round it: there the chat is only read.
  const store = useContext(RoomContext)?.store
  const read = (): string | undefined => {
    const chat = store?.getState()
    return chat?.me?.isStaff ? chat.groupId : undefined
  }
  return useSyncExternalStore(store?.subscribe ?? hearNothing, read, read)
}
