import { useEffect, useRef, useState } from 'react'
import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { HomeworkDraft, HomeworkFile } from '#shared/contract/homework.ts'

/** What is on a sheet. */
export interface SheetContent {
  content: string
  files: readonly HomeworkFile[]
}

/** Where a draft stands; the page says nothing else of it. */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'unsaved' }
  | { kind: 'saved'; time: number }
  /** It is kept in this browser only. */
  | { kind: 'failed'; why: string }

interface Place {
  readonly userId: number
  readonly periodId: number
  readonly scheduleId: number | null
}

const pauseMs = 1500

function keyOf({ userId, periodId, scheduleId }: Place): string {
  return `homework-draft:${userId}:${periodId}:${scheduleId ?? 0}`
}

/** What this browser kept of a sheet that the server hasn't got; undefined without one. */
export function readKeptSheet(place: Place): SheetContent | undefined {
  const kept = readLocal(keyOf(place)) as Partial<SheetContent> | undefined
  if (typeof kept?.content !== 'string' || !Array.isArray(kept.files)) return undefined
  return { content: kept.content, files: kept.files }
}

export interface KeptDraft {
  state: DraftState
  /** To be called with each change. */
  keep: (sheet: SheetContent) => void
  /** Sends what waits now. */
  flush: () => Promise<void>
  /** It was handed in: nothing is left to keep. */
  drop: () => void
}

/**
 * Keeps a sheet as it is written: at once in this browser, and on the server when nothing was typed for a moment. What the server hasn't
 * taken stays in the browser until it has, or until it was handed in.
 */
export function useHomeworkDraft(place: Place, known: HomeworkDraft | null): KeptDraft {
  const { api } = useApp()
  const [state, setState] = useState<DraftState>(known ? { kind: 'saved', time: known.savedTime } : { kind: 'none' })
  const version = useRef(known?.version ?? 0)
  const waiting = useRef<SheetContent>(undefined)
  const timer = useRef<number>(undefined)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const { periodId, scheduleId } = place
  const key = keyOf(place)

  const send = async (): Promise<void> => {
    const sheet = waiting.current
    if (!sheet) return
    waiting.current = undefined
    try {
      const saved = await api.call('POST /api/user/homework/draft', {
        periodId,
        ...(scheduleId === null ? {} : { scheduleId }),
        content: sheet.content,
        files: sheet.files.map(({ url }) => url),
        version: version.current,
      })
      version.current = saved?.version ?? 0
      if (waiting.current) return
      writeLocal(key, null)
      setState(saved ? { kind: 'saved', time: saved.savedTime } : { kind: 'none' })
    } catch (error) {
      waiting.current ??= sheet
      const why = error instanceof ApiError && error.code === Code.Toast ? error.message : '网络不通'
      setState({ kind: 'failed', why })
    }
  }
  const flush = (): Promise<void> => {
    window.clearTimeout(timer.current)
    sending.current = sending.current.then(send)
    return sending.current
  }

  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    const handleOnline = (): void => void latest.current()
    window.addEventListener('online', handleOnline)
    return () => {
      window.removeEventListener('online', handleOnline)
      void latest.current()
    }
  }, [])

  return {
    state,
    flush,
    keep(sheet) {
      waiting.current = sheet
      writeLocal(key, sheet)
      setState({ kind: 'unsaved' })
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void latest.current(), pauseMs)
    },
    drop() {
      window.clearTimeout(timer.current)
      waiting.current = undefined
      version.current = 0
      writeLocal(key, null)
      setState({ kind: 'none' })
    },
  }
}
