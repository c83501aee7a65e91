import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { MarkKind } from '#shared/contract/enums.ts'
import type { HomeworkMark } from '#shared/contract/homework.ts'

/** Where what was drawn stands; the desk says nothing else of it. */
export type SaveState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; time: number }
  /** `isFinal`: trying again won't help. */
  | { kind: 'failed'; why: string; isFinal: boolean }

interface Round {
  readonly id: number
  readonly roundNo: number
}

type Step =
  | { kind: 'mark'; mark: HomeworkMark }
  | { kind: 'unmark'; keys: string[]; isRemoved: boolean }
  | { kind: 'words'; key: string; words: string }

/** What can be taken back: a mark that was drawn, or one that was wiped away. */
interface Deed {
  readonly key: string
  readonly isRemoved: boolean
}

export interface Marks {
  /** As they are shown; undefined until they have come. */
  all: readonly HomeworkMark[] | undefined
  isLost: boolean
  reload: () => void
  state: SaveState
  /** So many strokes haven't been taken by the school yet. */
  waiting: number
  add: (mark: { url: string; kind: MarkKind; points: number[]; words?: string }) => string
  remove: (key: string) => void
  write: (key: string, words: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  retry: () => void
}

/** Others draw, too: what they have drawn is looked for so often. */
const lookMs = 10_000

/** Steps that go to the school one after the other; what couldn't be sent waits at the head of them. */
function useSteps({ id, roundNo }: Round, versionOf: (key: string) => number, onSent: () => void) {
  const { api } = useApp()
  const [state, setState] = useState<SaveState>({ kind: 'none' })
  const [waiting, setWaiting] = useState(0)
  const steps = useRef<Step[]>([])
  const versions = useRef(new Map<string, number>())
  const isSending = useRef(false)

  const sendStep = async (step: Step): Promise<void> => {
    if (step.kind === 'mark') {
      const { key, kind, points, url, words: said } = step.mark
      await api.call('POST /api/teach/homework/mark', {
        id,
        roundNo,
        url,
        marks: [{ key, kind, points, words: said ?? '' }],
      })
    } else if (step.kind === 'unmark') {
      await api.call('POST /api/teach/homework/unmark', { id, roundNo, keys: step.keys, isRemoved: step.isRemoved })
    } else {
      const version = versions.current.get(step.key) ?? versionOf(step.key)
      const saved = await api.call('POST /api/teach/homework/mark/words', {
        id,
        roundNo,
        key: step.key,
        words: step.words,
        version,
      })
      versions.current.set(step.key, saved.version)
    }
  }
  const send = async (): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setState({ kind: 'saving' })
    try {
      for (let step = steps.current[0]; step; step = steps.current[0]) {
        await sendStep(step)
        steps.current.shift()
        setWaiting(steps.current.length)
      }
      setState({ kind: 'saved', time: Date.now() })
      onSent()
    } catch (error) {
      const said = error instanceof ApiError && error.code !== Code.Fail ? error.message : ''
      setState({ kind: 'failed', why: said || '网络不通', isFinal: said !== '' })
    } finally {
      isSending.current = false
    }
  }
  const enqueue = (step: Step): void => {
    steps.current.push(step)
    setWaiting(steps.current.length)
    void send()
  }
  return { state, waiting, enqueue, retry: () => void send() }
}

/**
 * Marks of a round: drawn here at once and sent one after the other, each by itself. What couldn't be sent waits and can be sent
 * again; what others draw meanwhile is shown beside.
 */
export function useMarks({ id, roundNo }: Round, writer: string): Marks {
  const { api } = useApp()
  const queries = useQueryClient()
  const query = callQuery(api, 'GET /api/user/homework/marks', { id, roundNo })
  const kept = useQuery({ ...query, refetchInterval: lookMs, staleTime: 0 })
  const [own, setOwn] = useState<readonly HomeworkMark[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map())
  const [done, setDone] = useState<readonly Deed[]>([])
  const [undone, setUndone] = useState<readonly Deed[]>([])
  const { state, waiting, enqueue, retry } = useSteps(
    { id, roundNo },
    (key) => kept.data?.find((mark) => mark.key === key)?.version ?? 1,
    () => void queries.invalidateQueries({ queryKey: query.queryKey }),
  )

  const setRemoved = (key: string, isRemoved: boolean): void => {
    setGone((before) => {
      const after = new Set(before)
      if (isRemoved) after.add(key)
      else after.delete(key)
      return after
    })
    enqueue({ kind: 'unmark', keys: [key], isRemoved })
  }
  const act = (deed: Deed): void => {
    setDone((before) => [...before, deed])
    setUndone([])
  }

  const ownKeys = new Set(own.map(({ key }) => key))
  const all = kept.data && [...kept.data.filter(({ key }) => !ownKeys.has(key)), ...own]
  return {
    all: all
      ?.filter(({ key }) => !gone.has(key))
      .map((mark) => {
        const said = words.get(mark.key)
        return said === undefined || said === mark.words ? mark : { ...mark, words: said === '' ? null : said }
      }),
    isLost: kept.isError && !kept.data,
    reload: () => void kept.refetch(),
    state,
    waiting,
    add({ url, kind, points, words: said }) {
      const key = crypto.randomUUID()
      const mark = { key, url, kind, points, words: said ?? null, version: 1, isOwn: true, markedBy: writer }
      setOwn((before) => [...before, mark])
      act({ key, isRemoved: false })
      enqueue({ kind: 'mark', mark })
      return key
    },
    remove(key) {
      act({ key, isRemoved: true })
      setRemoved(key, true)
    },
    write(key, said) {
      setWords((before) => new Map(before).set(key, said))
      enqueue({ kind: 'words', key, words: said })
    },
    undo() {
      const last = done.at(-1)
      if (!last) return
      setDone((before) => before.slice(0, -1))
      setUndone((before) => [...before, last])
      setRemoved(last.key, !last.isRemoved)
    },
    redo() {
      const last = undone.at(-1)
      if (!last) return
      setUndone((before) => before.slice(0, -1))
      setDone((before) => [...before, last])
      setRemoved(last.key, last.isRemoved)
    },
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    retry,
  }
}
