import { useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { createRoomStore, type ImDriver, type ImGroup, type RoomSeat } from '#client/features/room/im-client.ts'
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
}

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
export function useRoomValue({ groupId, isOver, periodId, scheduleId, endTime, seat, isStaff }: RoomInput): RoomValue {
  const { api } = useApp()
  const create = (): Pick<RoomValue, 'store' | 'lookup'> => {
    return {
      store: createRoomStore({ api, where: groupId === null ? {} : { groupId }, seat, createDriver: (engine) => createDriver(api, engine), createId: () => crypto.randomUUID(), later }),
      // The lesson as the call is specified; its chat, because several classes may have the lesson.
      lookup: createUserLookup(api, later, { ...(periodId === undefined ? {} : { periodId }), ...(groupId === null ? {} : { groupId }) }),
    }
  }
  const [made, setMade] = useState(() => ({ groupId, ...create() }))
  const current = made.groupId === groupId ? made : { groupId, ...create() }
  if (current !== made) setMade(current)
  const { store, lookup } = current
  useEffect(() => {
    if (groupId === null) return undefined
    if (isOver) {
      store.startReading(groupId, isStaff)
      const timer = setInterval(() => document.visibilityState === 'visible' && store.readOn(), readOnMs)
      return () => {
        clearInterval(timer)
        store.stop()
      }
    }
    const handleOnline = (): void => store.noteNetwork(true)
    const handleOffline = (): void => store.noteNetwork(false)
    window.addEventListener('online', handleOnline)
    window.addEventListener('offline', handleOffline)
    store.start()
    return () => {
      window.removeEventListener('online', handleOnline)
      window.removeEventListener('offline', handleOffline)
      store.stop()
    }
  }, [store, groupId, isOver, isStaff])
  return { store, lookup, periodId, scheduleId, endTime }
}
