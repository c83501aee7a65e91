import { useEffect, useRef, useState } from 'react'
import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Draft } from '#shared/contract/post-writing.ts'

/** What somebody is writing at a place. */
export interface DraftContent {
  title: string
  content: string
  pictures: readonly { url: string; alt: string }[]
}

/** Where a draft stands; the page says nothing else of it. */
export type DraftState =
  | { kind: 'none' }
  | { kind: 'unsaved' }
  | { kind: 'saved'; time: number }
  /** It is kept in this browser only. */
  | { kind: 'failed'; why: string }
  /** Another device has a newer one, or (null) it was sent or dropped there. */
  | { kind: 'conflict'; theirs: Draft | null }

const pauseMs = 3000

const keyOf = (userId: number, place: string): string => `forum-draft:${userId}:${place}`

interface Kept extends DraftContent {
  version: number
}

/** What this browser kept of a draft that the server hasn't taken; undefined without one. */
export function readKeptDraft(userId: number, place: string): Kept | undefined {
  const kept = readLocal(keyOf(userId, place)) as Partial<Kept> | undefined
  const { title, content, pictures, version } = kept ?? {}
  if (typeof title !== 'string' || typeof content !== 'string' || !Array.isArray(pictures)) return undefined
  return { title, content, pictures, version: typeof version === 'number' ? version : 0 }
}

export interface KeptForumDraft {
  state: DraftState
  /** To be called with each change. */
  keep: (text: DraftContent) => void
  /** Sends what waits now. */
  flush: () => Promise<void>
  /** It was sent, or is thrown away: nothing is left to keep. */
  drop: (how: 'sent' | 'thrown away') => Promise<void>
  /** After a conflict: what is written here takes the place of the other. */
  insist: () => Promise<void>
}

/** The last `flush`, which runs when the page is left, hidden or online again. */
function useLatestOnLeave(flush: () => Promise<void>): { readonly current: () => Promise<void> } {
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    const handleLeave = (): void => void latest.current()
    window.addEventListener('online', handleLeave)
    document.addEventListener('visibilitychange', handleLeave)
    return () => {
      window.removeEventListener('online', handleLeave)
      document.removeEventListener('visibilitychange', handleLeave)
      void latest.current()
    }
  }, [])
  return latest
}

/**
 * Keeps a text as it is written: at once in this browser, and on the server three seconds after a change. What the server hasn't taken stays
 * in the browser until it has, or until it was sent.
 */
export function useForumDraft(userId: number, place: string, known: Draft | null): KeptForumDraft {
  const { api } = useApp()
  const [state, setState] = useState<DraftState>(known ? { kind: 'saved', time: known.savedTime } : { kind: 'none' })
  const version = useRef(readKeptDraft(userId, place)?.version ?? known?.version ?? 0)
  const waiting = useRef<DraftContent>(undefined)
  const timer = useRef<number>(undefined)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const isOver = useRef(false)
  const key = keyOf(userId, place)

  const save = (text: DraftContent) =>
    api.call('POST /api/post/draft', { place, ...text, pictures: [...text.pictures], version: version.current })

  const send = async (): Promise<void> => {
    const text = waiting.current
    if (!text || isOver.current) return
    waiting.current = undefined
    try {
      const saved = await save(text)
      version.current = saved?.version ?? 0
      if (waiting.current) return
      writeLocal(key, null)
      setState(saved ? { kind: 'saved', time: saved.savedTime } : { kind: 'none' })
    } catch (error) {
      waiting.current ??= text
      const told = error instanceof ApiError && error.code === Code.Toast ? error.message : undefined
      const theirs =
        told === undefined ? undefined : await api.call('GET /api/post/draft', { place }).catch(() => undefined)
      if (theirs !== undefined && (theirs?.version ?? 0) !== version.current) setState({ kind: 'conflict', theirs })
      else setState({ kind: 'failed', why: told ?? '网络不通' })
    }
  }
  const flush = (): Promise<void> => {
    window.clearTimeout(timer.current)
    sending.current = sending.current.then(send)
    return sending.current
  }

  const latest = useLatestOnLeave(flush)

  return {
    state,
    flush,
    keep(text) {
      if (isOver.current) return
      waiting.current = text
      writeLocal(key, { ...text, version: version.current })
      setState((before) => (before.kind === 'conflict' ? before : { kind: 'unsaved' }))
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => void latest.current(), pauseMs)
    },
    async drop(how) {
      window.clearTimeout(timer.current)
      isOver.current = true
      waiting.current = undefined
      writeLocal(key, null)
      setState({ kind: 'none' })
      await sending.current
      if (how === 'thrown away' && version.current > 0)
        await save({ title: '', content: '', pictures: [] }).catch(() => undefined)
      version.current = 0
    },
    async insist() {
      if (state.kind !== 'conflict') return
      version.current = state.theirs?.version ?? 0
      setState({ kind: 'unsaved' })
      await flush()
    },
  }
}
