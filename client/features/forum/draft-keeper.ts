import { readLocal, writeLocal } from '#client/browser/local-store.ts'
import type { Api } from '#shared/contract/calls.ts'
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
/** A server that failed is asked again, as long as the page stands. */
const againMs = 15_000

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

const whyOf = (error: unknown): string => (error instanceof ApiError && error.message) || '网络不通'
const isSame = (one: DraftContent, other: DraftContent): boolean =>
  JSON.stringify([one.title, one.content, one.pictures]) ===
  JSON.stringify([other.title, other.content, other.pictures])

/** Whose draft, where. */
interface DraftOf {
  readonly api: Api
  readonly userId: number
  readonly place: string
  /** As the server had it when the form was opened. */
  readonly known: Draft | null
}

/**
 * Keeps a text as it is written: at once in this browser, and on the server three seconds after a change. What the server hasn't taken stays
 * in the browser until it has, or until it was sent. What somebody wrote on another device is never written over: they are asked.
 */
export class DraftKeeper {
  readonly #of: DraftOf
  readonly #key: string
  #version: number
  #waiting: DraftContent | undefined
  #conflict: { theirs: Draft | null } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> = Promise.resolve()
  #isOver = false
  #isHere = false
  #listener: (() => void) | undefined
  state: DraftState

  constructor(of: DraftOf) {
    const { userId, place, known } = of
    this.#of = of
    this.#key = keyOf(userId, place)
    const left = readKeptDraft(userId, place)
    this.#waiting = left
    this.#version = left?.version ?? known?.version ?? 0
    this.state = known ? { kind: 'saved', time: known.savedTime } : { kind: 'none' }
    if (left) this.state = { kind: 'unsaved' }
  }

  /** The form stands in the page; answers how to say that it does no more. What an earlier page couldn't send is sent now. */
  begin(listener: () => void): () => void {
    this.#listener = listener
    this.#isHere = true
    if (this.#waiting) void this.flush()
    return () => {
      this.#isHere = false
      void this.flush()
    }
  }

  /** To be called with each change. */
  keep(text: DraftContent): void {
    if (this.#isOver) return
    this.#waiting = text
    writeLocal(this.#key, { ...text, version: this.#version })
    if (this.#conflict) return
    this.#show({ kind: 'unsaved' })
    this.#sendIn(pauseMs)
  }

  /** Sends what waits now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending = this.#sending.then(() => this.#send())
    return this.#sending
  }

  /** It was sent, or is thrown away: nothing is left to keep. */
  async drop(how: 'sent' | 'thrown away'): Promise<void> {
    clearTimeout(this.#timer)
    this.#isOver = true
    this.#waiting = undefined
    writeLocal(this.#key, null)
    this.#show({ kind: 'none' })
    await this.#sending
    if (how === 'thrown away' && this.#version > 0)
      await this.#save({ title: '', content: '', pictures: [] }).catch(() => undefined)
    this.#version = 0
  }

  /** Somebody wrote another one on another device, and hasn't said which of them counts. */
  isContested(): boolean {
    return this.#conflict?.theirs != null
  }

  /** After a conflict: what is written here takes the place of the other. */
  async insist(): Promise<void> {
    if (!this.#conflict) return
    this.#version = this.#conflict.theirs?.version ?? 0
    this.#conflict = undefined
    this.#show({ kind: 'unsaved' })
    await this.flush()
  }

  /** After a conflict: what is written here is given up; answers the other, which the form is to show. */
  giveWay(): Draft | undefined {
    const theirs = this.#conflict?.theirs
    if (!theirs) return undefined
    this.#conflict = undefined
    this.#waiting = undefined
    this.#settle(theirs)
    return theirs
  }

  #show(state: DraftState): void {
    this.state = state
    this.#listener?.()
  }

  #sendIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #save({ title, content, pictures }: DraftContent): Promise<Draft | null> {
    const { api, place } = this.#of
    return api.call('POST /api/post/draft', {
      place,
      title,
      content,
      pictures: [...pictures],
      version: this.#version,
    })
  }

  async #send(): Promise<void> {
    const text = this.#waiting
    if (!text || this.#isOver || this.#conflict) return
    this.#waiting = undefined
    try {
      this.#settle(await this.#save(text))
    } catch (error) {
      await this.#fail(error, text)
    }
  }

  /** The server has this text. */
  #settle(saved: Draft | null): void {
    this.#version = saved?.version ?? 0
    if (this.#isOver) return
    if (this.#waiting) return writeLocal(this.#key, { ...this.#waiting, version: this.#version })
    writeLocal(this.#key, null)
    this.#show(saved ? { kind: 'saved', time: saved.savedTime } : { kind: 'none' })
  }

  async #fail(error: unknown, text: DraftContent): Promise<void> {
    const { api, place } = this.#of
    const isTold = error instanceof ApiError && error.code === Code.Toast
    const theirs = isTold ? await api.call('GET /api/post/draft', { place }).catch(() => undefined) : undefined
    // the answer that this text had been kept was lost
    if (theirs && theirs.version !== this.#version && isSame(theirs, text)) return this.#settle(theirs)
    if (this.#isOver) return
    this.#waiting ??= text
    if (theirs !== undefined && (theirs?.version ?? 0) !== this.#version) {
      this.#conflict = { theirs }
      return this.#show({ kind: 'conflict', theirs })
    }
    this.#show({ kind: 'failed', why: whyOf(error) })
    const mayPass = !(error instanceof ApiError) || error.code === Code.Fail
    if (mayPass && this.#isHere) this.#sendIn(againMs)
  }
}
