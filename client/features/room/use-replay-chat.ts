import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useApp } from '#client/features/common/app-context.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { fetchReplayTimeline } from '#client/features/room/room-queries.ts'
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

interface Lesson {
  readonly periodId: number
  readonly scheduleId?: number | undefined
}

/** What was said in one piece, and by which chat staff take it back. */
interface Piece {
  readonly messages: readonly ReplayMessage[]
  readonly staffGroupId: string | null
}

async function askPiece(api: Api, lesson: Lesson, piece: number, signal: AbortSignal): Promise<Piece> {
  const messages: ReplayMessage[] = []
  let staffGroupId: string | null = null
  const toSec = (piece + 1) * pieceSec
  let fromSec = piece * pieceSec
  for (let answers = 0; fromSec < toSec && answers < mostAnswers; answers += 1) {
    const answer = await fetchReplayTimeline(api, { ...lesson, fromSec, toSec }, { signal })
    messages.push(...answer.messages)
    ;({ staffGroupId, untilSec: fromSec } = answer)
  }
  return { messages, staffGroupId }
}

/** A class that nobody came to has no room, and no word was said in it. */
async function loadPiece(...asked: Parameters<typeof askPiece>): Promise<Piece> {
  try {
    return await askPiece(...asked)
  } catch (error) {
    if (error instanceof ApiError && error.code === Code.NotFound) return { messages: [], staffGroupId: null }
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

interface ReplayChatState {
  readonly messages: ReplayMessage[]
  /** The chat under which staff take back what was said; undefined for everybody else. */
  readonly staffGroupId: string | undefined
  readonly isPending: boolean
  readonly isError: boolean
  readonly retry: () => void
  readonly refresh: () => void
}

/** The chat of a class round a position of its replay. */
export function useReplayChat({ periodId, scheduleId }: Lesson, positionSec: number): ReplayChatState {
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
    messages: results.flatMap(({ data }) => data?.messages ?? []),
    staffGroupId: results.find(({ data }) => data?.staffGroupId)?.data?.staffGroupId ?? undefined,
    isPending: results.some(({ isPending }) => isPending),
    isError: results.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of results) if (isError) void refetch()
    },
    refresh: () => void queries.invalidateQueries({ queryKey: [chatKey, periodId, scheduleId] }),
  }
}
