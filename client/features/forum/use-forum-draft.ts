import { useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { DraftKeeper, type DraftState } from '#client/features/forum/draft-keeper.ts'
import type { Draft } from '#shared/contract/post-writing.ts'

/** A draft as a form keeps it, and where it stands. */
interface KeptForumDraft {
  readonly state: DraftState
  readonly keeper: DraftKeeper
}

/** Keeps what is written at a place; what waits is sent when the page is left, hidden or online again. */
export function useForumDraft(userId: number, place: string, known: Draft | null): KeptForumDraft {
  const { api } = useApp()
  const [keeper] = useState(() => new DraftKeeper({ api, userId, place, known }))
  const [state, setState] = useState(keeper.state)
  useEffect(() => {
    const end = keeper.begin(() => setState(keeper.state))
    const handleLeave = (): void => void keeper.flush()
    window.addEventListener('online', handleLeave)
    document.addEventListener('visibilitychange', handleLeave)
    return () => {
      window.removeEventListener('online', handleLeave)
      document.removeEventListener('visibilitychange', handleLeave)
      end()
    }
  }, [keeper])
  return { state, keeper }
}
