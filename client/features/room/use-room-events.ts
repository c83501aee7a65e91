import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RoomStore } from '#client/features/room/room-store.ts'
import type { Push } from '#client/features/room/push-card.tsx'
import type { Pendant } from '#client/features/room/room-bar.tsx'
import { spreadMs } from '#client/features/room/spread.ts'
import { LiveStatus, SystemMessage } from '#shared/contract/enums.ts'
import { memberDetailRoute, studentsRoute } from '#client/features/room/chat-queries.ts'
import { userRoute } from '#client/features/session/session-queries.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

interface Shown {
  /** Undefined: as the page was loaded. */
  notice: string | null | undefined
  pendants: Readonly<Record<string, Pendant | null>>
  push: Push | undefined
  /** The teacher has asked for an evaluation while one sat here. */
  isEvaluationAsked: boolean
  /** Its dialog is open: by a press, never over a class that runs. */
  evaluates: boolean
}

export interface RoomEvents {
  isEvaluationAsked: boolean
  notice: string | null
  pendants: readonly Pendant[]
  push: Push | undefined
  evaluates: boolean
  setEvaluates: (evaluates: boolean) => void
  closePush: () => void
}

const askedEvaluation: Push = { kind: 'evaluate', refId: null, title: '给这节课评个分', url: null }

/** What a system message changes of what is shown; unknown ones change nothing. */
function changed(shown: Shown, { systemType, system }: ImMessage): Shown {
  if (systemType === SystemMessage.evaluate)
    return { ...shown, push: system?.push ?? askedEvaluation, isEvaluationAsked: true }
  if (systemType === SystemMessage.push && system?.push)
    return {
      ...shown,
      push: system.push,
      isEvaluationAsked: shown.isEvaluationAsked || system.push.kind === 'evaluate',
    }
  if (systemType === SystemMessage.notice) return { ...shown, notice: system?.notice ?? null }
  if (systemType !== SystemMessage.pendant) return shown
  const set = system?.pendant ? { [system.pendant.type]: system.pendant } : {}
  const removed = system?.removedPendant ? { [system.removedPendant]: null } : {}
  return { ...shown, pendants: { ...shown.pendants, ...set, ...removed } }
}

/** Who hears that the class isn't what it was. */
export interface StatusListeners {
  /** Asks anew; `told` is what a message has told of the class. */
  readonly onStatus: (announced?: LiveStatus) => void
  /** The same at once: it can be shown before anything is asked. */
  readonly onAnnounced?: ((announced: LiveStatus) => void) | undefined
}

function announcedBy({ system }: ImMessage): LiveStatus | undefined {
  return Object.values(LiveStatus).find((status) => status === system?.status)
}

/** What happens in the room while one sits in it: the notice, what hangs there, what is pushed, its end. */
export function useRoomEvents(
  store: RoomStore,
  loaded: { notice: string | null; pendants: Readonly<Record<string, Pendant>> },
  listeners: StatusListeners,
): RoomEvents {
  const queries = useQueryClient()
  const [shown, setShown] = useState<Shown>({
    notice: undefined,
    pendants: {},
    push: undefined,
    isEvaluationAsked: false,
    evaluates: false,
  })
  const handleStatus = useEffectEvent((announced?: LiveStatus) => listeners.onStatus(announced))
  const handleAnnounced = useEffectEvent((announced: LiveStatus) => listeners.onAnnounced?.(announced))
  useEffect(() => {
    // Everybody in the room hears it in the same moment: what they ask because of it is spread.
    let timer: ReturnType<typeof setTimeout> | undefined
    let announced: LiveStatus | undefined
    const ask = (): void => {
      timer = undefined
      handleStatus(announced)
    }
    const stopListening = store.onSystem((message) => {
      const { systemType, system } = message
      setShown((before) => changed(before, message))
      if (systemType === SystemMessage.aiLive || systemType === SystemMessage.liveStop) {
        announced = announcedBy(message)
        if (announced) handleAnnounced(announced)
        timer ??= setTimeout(ask, spreadMs(store.getState().onlineCount, Math.random()))
      }
      if (systemType === SystemMessage.mute)
        for (const key of [studentsRoute, memberDetailRoute]) void queries.invalidateQueries({ queryKey: [key] })
      if (systemType === SystemMessage.refreshUser && system?.userId === store.getState().me?.userId) {
        void queries.invalidateQueries({ queryKey: [userRoute] })
        handleStatus()
      }
    })
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [store, queries])
  const pendants = Object.values({ ...loaded.pendants, ...shown.pendants }).filter((pendant) => pendant !== null)
  return {
    notice: shown.notice === undefined ? loaded.notice : shown.notice,
    pendants,
    push: shown.push,
    isEvaluationAsked: shown.isEvaluationAsked,
    evaluates: shown.evaluates,
    setEvaluates: (evaluates) =>
      setShown((before) => ({ ...before, evaluates, push: evaluates ? undefined : before.push })),
    closePush: () => setShown((before) => ({ ...before, push: undefined })),
  }
}
