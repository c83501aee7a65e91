import { useEffect, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { canRecall, recallMs } from '#client/features/room/chat-lines.ts'
import type { ImGroup } from '#client/features/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

/** Whether who looks at a message may take it back now; it ends by itself when an author's two minutes are over. */
export function useCanRecall(message: ImMessage, me: ImGroup['me'] | undefined): boolean {
  const [, setPassed] = useState(0)
  const may = me !== undefined && canRecall(message, me, serverNow())
  const ends = may && !me.isStaff ? message.time + recallMs : undefined
  useEffect(() => {
    if (ends === undefined) return undefined
    const timer = setTimeout(() => setPassed(ends), Math.max(0, ends - serverNow()) + 1)
    return () => clearTimeout(timer)
  }, [ends])
  return may
}
