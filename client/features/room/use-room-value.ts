import { useEffect, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { createRoomStore } from '#client/features/room/im-client.ts'
import type { ImDriver, ImGroup, RoomSeat } from '#client/features/room/room-store.ts'
import type { RoomValue } from '#client/features/room/room-context.ts'
import { createUserLookup } from '#client/features/room/user-lookup.ts'
import type { Api } from '#shared/contract/calls.ts'

export interface RoomInput {
  /** Null: there is no chat (yet). */
  groupId: string | null
  /** It can be read and not joined. */
  isOver: boolean
  periodId?: number | undefined
  scheduleId?: number | undefined
  endTime?: number | undefined
  /** What came along when the room was entered. */
  seat?: RoomSeat | undefined
  /** The server has said that they are of the room's staff. */
  isStaff?: boolean | undefined
  /** Until when a class that is over may be gone on with; null: it may not, or isn't over. */
  reopenTime?: number | null
}

/** So long at most one listens to a class that is over: until then it may be gone on with. */
const longestListenMs = 30 * 60_000

/** After a class messages are taken back now and then. */
const readOnMs = 60_000

/** Each engine's client is a script of its own. */
async function createDriver(api: Api, engine: ImGroup['engine']): Promise<ImDriver> {
  if (engine === 'tencent') return (await import('#client/features/room/im-tencent.ts')).createTencentDriver(api)
  return (await import('#client/features/room/im-embedded.ts')).createEmbeddedDriver()
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Joins a room's chat while the page is open; a new store for each chat. */
export function useRoomValue({
  groupId,
  isOver,
  periodId,
  scheduleId,
  endTime,
  seat,
  isStaff,
  reopenTime = null,
}: RoomInput): RoomValue {
  const { api } = useApp()
  const create = (): Pick<RoomValue, 'store' | 'lookup'> => {
    return {
      store: createRoomStore({
        api,
        where: groupId === null ? {} : { groupId },
        seat,
        createDriver: (engine) => createDriver(api, engine),
        createId: () => crypto.randomUUID(),
        later,
      }),
      // The lesson as the call is specified; its chat, because several classes may have the lesson.
      lookup: createUserLookup(api, later, {
        ...(periodId === undefined ? {} : { periodId }),
        ...(groupId === null ? {} : { groupId }),
      }),
    }
  }
  const [made, setMade] = useState(() => ({ groupId, ...create() }))
  const current = made.groupId === groupId ? made : { groupId, ...create() }
  if (current !== made) setMade(current)
  const { store, lookup } = current
  const until = isOver ? reopenTime : null
  useEffect(() => {
    if (groupId === null || !isOver) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && store.readOn(), readOnMs)
    return () => clearInterval(timer)
  }, [store, groupId, isOver])
  useEffect(() => {
    if (groupId === null) return undefined
    // Whoever was there when it ended stays on the line, without asking anything.
    const listenMs =
      until === null
        ? store.getState().phase === 'joined'
          ? longestListenMs
          : 0
        : Math.min(longestListenMs, toBrowserTime(until) - Date.now())
    const listens = isOver && listenMs > 0
    if (isOver && !listens) {
      store.startReading(groupId, isStaff)
      return undefined
    }
    const handleOnline = (): void => store.noteNetwork(true)
    const handleOffline = (): void => store.noteNetwork(false)
    window.addEventListener('online', handleOnline)
    window.addEventListener('offline', handleOffline)
    if (listens) store.startReading(groupId, isStaff, true)
    else store.start()
    const timer = listens ? setTimeout(() => store.startReading(groupId, isStaff), listenMs) : undefined
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', handleOnline)
      window.removeEventListener('offline', handleOffline)
    }
  }, [store, groupId, isOver, isStaff, until])
  // The end of a class doesn't cut its line; leaving it does.
  useEffect(() => () => store.stop(), [store])
  return { store, lookup, periodId, scheduleId, endTime }
}
