import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { RoomChat, RoomStore } from '#client/features/room/room-store.ts'
import { spreadMs } from '#client/features/room/spread.ts'
import type { ImUser } from '#client/features/room/user-lookup.ts'

/** What the parts of a room share. */
export interface RoomValue {
  store: RoomStore
  /** The lesson; undefined in a question room. */
  periodId: number | undefined
  scheduleId: number | undefined
  /** The end of the class in epoch ms: mutes may run until then. */
  endTime: number | undefined
  lookup: (userId: string) => Promise<ImUser | undefined>
}

export const RoomContext = createContext<RoomValue | undefined>(undefined)

/** The room round this part. */
export function useRoom(): RoomValue {
  const value = useContext(RoomContext)
  if (!value) throw new Error('useRoom needs RoomContext')
  return value
}

/** How long this page waits before it asks what everybody in the room asks now; another time with each call. */
export function useSpread(): () => number {
  const { store } = useRoom()
  return useCallback(() => spreadMs(store.getState().onlineCount, Math.random()), [store])
}

/** A part of the chat's state; what it picks must be the same as long as it is equal. */
export function useChat<T>(pick: (chat: RoomChat) => T): T {
  const { store } = useRoom()
  const read = (): T => pick(store.getState())
  return useSyncExternalStore(store.subscribe, read, read)
}
