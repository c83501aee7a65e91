import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { fetchRealUserIds } from '#client/features/room/chat-queries.ts'
import { useChat } from '#client/features/room/room-context.ts'

/** In a class that fills somebody comes each second. */
const pauseMs = 5000

export interface Online {
  userIds: ReadonlySet<string>
  /** When it was asked, by the browser's clock. */
  at: number
}

/** Who is there, asked for when somebody came or went while it is looked at. */
export function useOnline(isWanted: boolean): Online | undefined {
  const { api } = useApp()
  const groupId = useChat((chat) => chat.groupId)
  const changes = useChat((chat) => chat.presenceChanges)
  const [online, setOnline] = useState<Online>()
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!isWanted || groupId === undefined || changes === 0) return undefined
    const ask = async (): Promise<void> => {
      askedAt.current = performance.now()
      const at = Date.now()
      const userIds = new Set(await fetchRealUserIds(api, { groupId }))
      setOnline((before) => (before && before.at > at ? before : { userIds, at }))
    }
    // The list itself is asked again and again: a failure here waits for that.
    const timer = setTimeout(
      () => void ask().catch(() => undefined),
      Math.max(0, askedAt.current + pauseMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [api, groupId, changes, isWanted])
  return online
}
