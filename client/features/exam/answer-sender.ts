import type { AnswerJournal, JournalEntry } from '#client/browser/answer-journal.ts'
import type { ServerClock } from '#client/features/exam/server-clock.ts'
import type { Api, CallInput, CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'
import { ExamSaveState } from '#shared/contract/enums.ts'
import type { AnswerChange, ExamAnswer } from '#shared/contract/exam-fields.ts'

type Saved = CallOutput<'POST /api/exam/save'>
type Change = CallInput<'POST /api/exam/save'>['answers'][number] & AnswerChange

/** Why answers aren't saved yet. */
export type Trouble =
  | { readonly kind: 'offline' | 'server' | 'session' }
  /** Another device or page writes now. */
  | { readonly kind: 'taken' }
  /** The server says why: it may take them later, or never again. */
  | { readonly kind: 'refused' | 'stopped'; readonly message: string }

/** Who writes, and for which attempt. */
export interface Lease {
  readonly attemptId: number
  readonly device: string
  readonly leaseNo: number
}

export interface SenderState {
  /** Questions whose newest answer the server hasn't acknowledged. */
  readonly unsaved: ReadonlySet<number>
  readonly isSending: boolean
  /** When the server took the last batch. */
  readonly savedTime: number | undefined
  readonly trouble: Trouble | undefined
  /** The browser keeps what is on its way. */
  readonly isKept: boolean
}

interface SenderOptions {
  readonly api: Api
  readonly clock: ServerClock
  readonly journal: AnswerJournal | undefined
  readonly lease: Lease
  readonly savedTime: number | undefined
  /** The last number that was used under this lease. */
  readonly seq: number
  readonly onChange: () => void
  /** The server took a batch: when the attempt ends now. */
  readonly onSaved: (deadlineTime: number | null) => void
  /** The server takes nothing more: the time is over, or another device writes. */
  readonly onRefused: (state: ExamSaveState, late: readonly number[]) => void
}

/** Nothing was typed for this long: out it goes; at the latest so long after the first change. */
const pauseMs = 1000
const latestMs = 5000
const retryMs = [2000, 4000, 8000, 15_000] as const
const batchSize = 100

/** What a failed call means for answers that wait. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return { kind: 'server' }
  if (error.code === Code.LoginTimeout || error.code === Code.LogoutCode || sessionEndCodes.includes(error.code))
    return { kind: 'session' }
  // Nothing was reached: the line is cut, or what is at its other end.
  if (error.code === Code.Fail) return { kind: navigator.onLine ? 'server' : 'offline' }
  return { kind: 'refused', message: error.message }
}

/**
 * Brings changed answers to the server: each first into the browser's journal, then out in batches that may be sent again. It stops when
 * the server takes no more, and never says of an answer that it is saved before the server said so.
 */
export class AnswerSender {
  readonly #options: SenderOptions
  /** The newest change of each question, until it is acknowledged. */
  readonly #waiting = new Map<number, Change>()
  /** Writes to the journal that are under way. */
  #writing: Promise<unknown> = Promise.resolve()
  #seq: number
  #sending: Promise<void> | undefined
  #timer: number | undefined
  #firstChange: number | undefined
  #failures = 0
  #isStopped = false
  #state: SenderState

  constructor(options: SenderOptions) {
    this.#options = options
    this.#seq = options.seq
    this.#state = {
      unsaved: new Set(),
      isSending: false,
      savedTime: options.savedTime,
      trouble: undefined,
      isKept: options.journal !== undefined,
    }
  }

  /** The last number that was used. */
  get seq(): number {
    return this.#seq
  }

  get state(): SenderState {
    return this.#state
  }

  /** What the server hasn't acknowledged. */
  get waiting(): readonly Change[] {
    return [...this.#waiting.values()]
  }

  /** Takes a change; it is on its way. */
  take(questionId: number, answer: ExamAnswer, isFlagged: boolean): void {
    if (this.#isStopped) return
    this.#seq += 1
    const change: Change = { questionId, answer, isFlagged, seq: this.#seq }
    this.#waiting.set(questionId, change)
    this.#keep(change)
    const now = performance.now()
    this.#firstChange ??= now
    // While the line is cut, its own rhythm goes on.
    if (this.#state.trouble === undefined) this.#later(Math.min(pauseMs, this.#firstChange + latestMs - now))
    this.#publish({})
  }

  /** Sends all that waits now; resolves when the server has answered, or couldn't. */
  async flush(): Promise<void> {
    window.clearTimeout(this.#timer)
    await this.#sending
    while (this.#waiting.size > 0 && !this.#isStopped) {
      const before = this.#failures
      this.#sending = this.#send()
      await this.#sending
      this.#sending = undefined
      if (this.#failures !== before) return
    }
  }

  /** Nothing goes out any more; what waits stays in the journal. */
  stop(): void {
    this.#isStopped = true
    window.clearTimeout(this.#timer)
  }

  /** Stops for good: another one writes, or the paper was taken back. */
  yield(trouble: Trouble = { kind: 'taken' }): void {
    this.stop()
    this.#publish({ isSending: false, trouble })
  }

  /** What waits and isn't in the journal: all of it where the browser keeps nothing. */
  async unkept(): Promise<readonly JournalEntry[]> {
    await this.#writing
    return this.#state.isKept ? [] : this.waiting.map((change) => this.#entryOf(change))
  }

  #entryOf({ questionId, answer, isFlagged, seq }: Change): JournalEntry {
    const { lease } = this.#options
    return { ...lease, questionId, answer, isFlagged, seq, writtenAt: Date.now() }
  }

  #keep(change: Change): void {
    const { journal } = this.#options
    if (!journal || !this.#state.isKept) return
    const entry = this.#entryOf(change)
    this.#writing = Promise.all([this.#writing, journal.put(entry).catch(() => this.#publish({ isKept: false }))])
  }

  #later(ms: number): void {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.flush(), Math.max(0, ms))
  }

  async #send(): Promise<void> {
    const { api, clock, lease } = this.#options
    const batch = this.waiting.slice(0, batchSize)
    this.#firstChange = undefined
    this.#publish({ isSending: true })
    try {
      // first where it outlives this page, then out
      await this.#writing
      const saved = await api.call('POST /api/exam/save', { ...lease, answers: batch })
      clock.note(saved.serverTime)
      this.#failures = 0
      if (saved.state === ExamSaveState.saved) this.#acknowledge(batch, saved)
      else {
        this.stop()
        this.#publish({ isSending: false, trouble: undefined })
        this.#options.onRefused(
          saved.state,
          saved.state === ExamSaveState.over ? batch.map((one) => one.questionId) : [],
        )
      }
    } catch (error) {
      this.#failures += 1
      const trouble = troubleOf(error)
      this.#publish({ isSending: false, trouble })
      if (trouble.kind === 'session' || this.#isStopped) return
      this.#later(retryMs[Math.min(this.#failures, retryMs.length) - 1] ?? pauseMs)
    }
  }

  #acknowledge(batch: readonly Change[], { savedTime, deadlineTime }: Saved): void {
    const { journal, lease, onSaved } = this.#options
    for (const { questionId, seq } of batch)
      if (this.#waiting.get(questionId)?.seq === seq) this.#waiting.delete(questionId)
    void journal?.forget(batch.map((change) => ({ ...lease, ...change }))).catch(() => undefined)
    this.#publish({ isSending: false, savedTime, trouble: undefined })
    onSaved(deadlineTime)
  }

  #publish(change: Partial<SenderState>): void {
    this.#state = { ...this.#state, ...change, unsaved: new Set(this.#waiting.keys()) }
    this.#options.onChange()
  }
}
