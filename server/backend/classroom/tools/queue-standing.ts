import type { Database } from '#server/backend/db/database.ts'
import type { AnswerQueue } from '#shared/contract/answer-queue.ts'
import type { QueueNews } from '#shared/contract/im-socket.ts'
import { listQueue, meanTurnSec, type QueueRow } from './answer-queue-store.ts'

const secondMs = 1000

/** How a room's queue stands. */
export interface QueueStanding {
  /** Whose turn it is, then who waits, in order. */
  readonly rows: readonly QueueRow[]
  /** Seconds that a turn takes here. */
  readonly meanSec: number
}

/** Reads how a room's queue stands. */
export async function findStanding(db: Database, roomId: number): Promise<QueueStanding> {
  return { rows: await listQueue(db, roomId), meanSec: await meanTurnSec(db, roomId) }
}

const currentOf = ({ rows }: QueueStanding): QueueRow | undefined => rows.find(({ calledAt }) => calledAt !== null)
const waitingOf = ({ rows }: QueueStanding): QueueRow[] => rows.filter(({ calledAt }) => calledAt === null)

/** Seconds until the person at `ahead` waiting places further is called. */
function expectedWait(standing: QueueStanding, ahead: number, now: Date): number {
  const { meanSec } = standing
  const current = currentOf(standing)
  const spentSec = current?.calledAt ? (now.getTime() - current.calledAt.getTime()) / secondMs : 0
  const leftSec = current ? Math.max(0, meanSec - spentSec) : 0
  return Math.round(leftSec + ahead * meanSec)
}

/** What everybody in the room may know. */
export function newsOf(standing: QueueStanding, now: Date): QueueNews {
  const current = currentOf(standing)
  const waiting = waitingOf(standing).length
  return {
    waiting,
    currentName: current?.nickname ?? null,
    currentUserId: current ? String(current.userId) : null,
    expectedWaitSec: expectedWait(standing, waiting, now),
  }
}

interface Viewer {
  readonly userId: number
  readonly isStaff: boolean
  /** Who is in the room, by their ids. */
  readonly hereIds: readonly number[]
}

/** The queue as somebody sees it. */
export function showQueue(standing: QueueStanding, viewer: Viewer, now: Date): AnswerQueue {
  const { rows } = standing
  const own = rows.find(({ userId }) => userId === viewer.userId)
  const index = waitingOf(standing).findIndex(({ userId }) => userId === viewer.userId)
  const here = new Set(viewer.hereIds)
  const { waiting, currentName, expectedWaitSec } = newsOf(standing, now)
  return {
    waiting,
    currentName,
    expectedWaitSec,
    own: own
      ? {
          entryId: own.id,
          question: own.question,
          position: index + 1,
          expectedWaitSec: index < 0 ? 0 : expectedWait(standing, index, now),
        }
      : null,
    people: viewer.isStaff
      ? rows.map(({ id, userId, nickname, headImg, question, joinedAt, calledAt }) => ({
          entryId: id,
          nickname,
          headImg,
          question,
          joinedTime: joinedAt.getTime(),
          calledTime: calledAt?.getTime() ?? null,
          isHere: here.has(userId),
        }))
      : null,
  }
}
