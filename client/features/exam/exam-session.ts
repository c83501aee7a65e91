import { type AnswerJournal, type JournalEntry, openAnswerJournal } from '#client/browser/answer-journal.ts'
import { announcePage, pagesHere } from '#client/browser/page-presence.ts'
import { writeTab } from '#client/browser/tab-store.ts'
import { AnswerSender, type SenderState, type Trouble, troubleOf } from '#client/features/exam/answer-sender.ts'
import { goesOnKey } from '#client/features/exam/goes-on.ts'
import { judgeKept } from '#client/features/exam/kept-answers.ts'
import { createServerClock } from '#client/features/exam/server-clock.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { ExamSaveState } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamAttempt, ExamReceipt } from '#shared/contract/exam-fields.ts'

/** An answer as it is on the page. */
export interface HeldAnswer {
  readonly answer: ExamAnswer
  readonly isFlagged: boolean
}

/** What an older page or device hadn't sent, and what may be taken over by hand. */
export interface Offer {
  readonly questionId: number
  readonly answer: ExamAnswer
  readonly isFlagged: boolean
  readonly entry: JournalEntry
}

export type ExamPhase =
  | { readonly kind: 'beginning' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'taking' }
  /** Another device or page writes now. */
  | { readonly kind: 'taken'; readonly unsent: number }
  /** The paper was taken back while it was under way: nothing more is taken. */
  | { readonly kind: 'withdrawn'; readonly message: string; readonly unsent: number }
  /** It is being handed in; `byClock`: the time is over. `trouble`: it couldn't be yet. */
  | { readonly kind: 'ending'; readonly byClock: boolean; readonly trouble: Trouble | undefined }
  /** `late`: questions whose last answer came too late. */
  | {
      readonly kind: 'closed'
      readonly byClock: boolean
      readonly receipt: ExamReceipt
      readonly late: readonly number[]
    }

export interface ExamView {
  readonly phase: ExamPhase
  readonly attempt: ExamAttempt | undefined
  readonly deadlineTime: number | null
  readonly answers: ReadonlyMap<number, HeldAnswer>
  readonly save: SenderState | undefined
  readonly offers: readonly Offer[]
}

const channelName = 'exam-attempts'
const endRetryMs = 3000
/** The longest that a browser's timer can be set for. */
const longestMs = 2 ** 31 - 1

interface Taken {
  readonly attemptId: number
  readonly device: string
  readonly leaseNo: number
}

/** One exam as this page takes it: from its begin, over faults and other devices, to the receipt. */
export class ExamSession {
  readonly clock = createServerClock()
  readonly #api: Api
  readonly #paperId: number
  readonly #listeners = new Set<() => void>()
  readonly #stops: (() => void)[] = []
  #journal: AnswerJournal | undefined
  #sender: AnswerSender | undefined
  #lease: Taken | undefined
  #leave: (() => void) | undefined
  #channel: BroadcastChannel | undefined
  #endTimer: number | undefined
  /** The refusal that was last asked about. */
  #asked: Trouble | undefined
  /** When it was first tried to hand in what waits (the server's time). */
  #handedInAt: number | undefined
  #view: ExamView = {
    phase: { kind: 'beginning' },
    attempt: undefined,
    deadlineTime: null,
    answers: new Map(),
    save: undefined,
    offers: [],
  }

  constructor(api: Api, paperId: number) {
    this.#api = api
    this.#paperId = paperId
  }

  get view(): ExamView {
    return this.#view
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens what the browser has for it, and begins or goes on. */
  async start(): Promise<void> {
    this.#journal = await openAnswerJournal()
    this.#listen()
    await this.begin()
  }

  /** Begins, or takes the attempt over from whichever device has it. */
  async begin(): Promise<void> {
    const before = this.#sender
    before?.stop()
    this.#leave?.()
    this.#handedInAt = undefined
    this.#set({ phase: { kind: 'beginning' } })
    const unsent = (await before?.unkept()) ?? []
    const device = crypto.randomUUID()
    this.#leave = announcePage(device)
    try {
      const attempt = await this.#api.call('POST /api/exam/begin', { id: this.#paperId, device })
      this.clock.note(attempt.serverTime)
      await this.#take(attempt, device, unsent)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#set({ phase: { kind: 'failed', message: error.message } })
    }
  }

  /** Changes an answer or its mark. */
  change(questionId: number, change: Partial<HeldAnswer>): void {
    if (this.#view.phase.kind !== 'taking') return
    const held = { ...(this.#view.answers.get(questionId) ?? { answer: {}, isFlagged: false }), ...change }
    this.#set({ answers: new Map(this.#view.answers).set(questionId, held) })
    this.#sender?.take(questionId, held.answer, held.isFlagged)
  }

  /** Takes over what an older page hadn't sent, or leaves it. */
  settle(offer: Offer, isTaken: boolean): void {
    this.#set({ offers: this.#view.offers.filter((one) => one !== offer) })
    if (isTaken) this.change(offer.questionId, { answer: offer.answer, isFlagged: offer.isFlagged })
    void this.#journal?.forget([offer.entry]).catch(() => undefined)
  }

  flush(): Promise<void> {
    return this.#sender?.flush() ?? Promise.resolve()
  }

  /** Hands in; also when the clock says so. Tried again until the server has answered. */
  async handIn(byClock = false, late: readonly number[] = []): Promise<void> {
    const sender = this.#sender
    const lease = this.#lease
    if (!sender || !lease) return
    window.clearTimeout(this.#endTimer)
    sender.stop()
    this.#handedInAt ??= this.clock.now()
    const firstTry = this.#handedInAt
    this.#set({ phase: { kind: 'ending', byClock, trouble: undefined } })
    try {
      const answers = [...sender.waiting]
      const { state, receipt } = await this.#api.call('POST /api/exam/submit', { ...lease, answers })
      if (!receipt) return this.#lose()
      // It was over before: what came along wasn't taken.
      const isLate = state === ExamSaveState.over || receipt.submitTime < firstTry
      this.#close(receipt, byClock, isLate ? [...late, ...answers.map((one) => one.questionId)] : late)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const trouble = troubleOf(error)
      this.#set({ phase: { kind: 'ending', byClock, trouble } })
      if (await this.#askWhy(trouble)) return
      if (trouble.kind !== 'session')
        this.#endTimer = window.setTimeout(() => void this.handIn(byClock, late), endRetryMs)
    }
  }

  /** After a hand-in that didn't get through, while there is time: back to the paper. */
  resume(): void {
    const { phase, attempt } = this.#view
    if (phase.kind !== 'ending' || phase.byClock || !attempt || !this.#lease) return
    window.clearTimeout(this.#endTimer)
    this.#handedInAt = undefined
    const waiting = this.#sender?.waiting ?? []
    this.#send(this.#lease, this.#sender?.state.savedTime, this.#sender?.seq)
    this.#set({ phase: { kind: 'taking' } })
    for (const { questionId, answer, isFlagged } of waiting) this.#sender?.take(questionId, answer, isFlagged ?? false)
  }

  /** The page goes away; what waits stays in the journal. */
  stop(): void {
    void this.#sender?.flush()
    this.#sender?.stop()
    window.clearTimeout(this.#endTimer)
    this.#leave?.()
    for (const stop of this.#stops) stop()
    this.#channel?.close()
  }

  async #take(attempt: ExamAttempt, device: string, unsent: readonly JournalEntry[]): Promise<void> {
    const lease = { attemptId: attempt.id, device, leaseNo: attempt.leaseNo }
    this.#lease = lease
    this.#channel?.postMessage(lease)
    writeTab(goesOnKey, this.#paperId)
    const kept = (await this.#journal?.list(attempt.id).catch(() => undefined)) ?? []
    const others = new Map([...unsent, ...kept].map((entry) => [`${entry.device} ${entry.questionId}`, entry]))
    const here = await pagesHere()
    const verdict = judgeKept([...others.values()], { leaseNo: attempt.leaseNo, saved: attempt.answers, here })
    void this.#journal?.forget(verdict.done).catch(() => undefined)
    // not before the page shows what the server has: what an older page hadn't sent is never called saved
    const savedTimes = attempt.answers.map(({ savedTime }) => savedTime)
    this.#send(lease, savedTimes.length === 0 ? undefined : Math.max(...savedTimes))
    const answers = new Map(
      attempt.answers.map(({ questionId, answer, isFlagged }) => [questionId, { answer, isFlagged }]),
    )
    this.#set({
      phase: { kind: 'taking' },
      attempt,
      deadlineTime: attempt.deadlineTime,
      answers,
      offers: verdict.asked
        .filter(({ questionId }) => attempt.questions.some(({ id }) => id === questionId))
        .map((entry) => ({ questionId: entry.questionId, answer: entry.answer, isFlagged: entry.isFlagged, entry })),
    })
    for (const entry of verdict.goesOn)
      this.change(entry.questionId, { answer: entry.answer, isFlagged: entry.isFlagged })
    // Under this page's own name they are in the journal again.
    void this.#journal?.forget(verdict.goesOn).catch(() => undefined)
    this.#awaitEnd()
  }

  #send(lease: Taken, savedTime: number | undefined, seq = 0): void {
    const sender = new AnswerSender({
      api: this.#api,
      clock: this.clock,
      journal: this.#journal,
      lease,
      savedTime,
      seq,
      onChange: () => {
        if (this.#sender !== sender) return
        this.#set({ save: sender.state })
        void this.#askWhy(sender.state.trouble)
      },
      onSaved: (deadlineTime) => {
        this.#set({ deadlineTime })
        this.#awaitEnd()
      },
      onRefused: (state, late) => {
        if (state === ExamSaveState.over) void this.handIn(true, late)
        else this.#lose()
      },
    })
    this.#sender = sender
    this.#set({ save: sender.state })
  }

  /** Another one writes: what this one hadn't sent stays in the journal. */
  #lose(): void {
    this.#sender?.yield()
    window.clearTimeout(this.#endTimer)
    writeTab(goesOnKey, undefined)
    this.#set({ phase: { kind: 'taken', unsent: this.#sender?.waiting.length ?? 0 } })
  }

  /** After a refusal: whether the paper still takes anything. Answers true when it doesn't; then this page has stopped. */
  async #askWhy(trouble: Trouble | undefined): Promise<boolean> {
    if (trouble?.kind !== 'refused' || trouble === this.#asked) return false
    this.#asked = trouble
    const paper = await this.#api.call('GET /api/exam/detail', { id: this.#paperId }).catch(() => undefined)
    const { kind } = this.#view.phase
    if (!paper || paper.refusal === null || (kind !== 'taking' && kind !== 'ending')) return false
    const message = paper.refusal
    this.#sender?.yield({ kind: 'stopped', message })
    window.clearTimeout(this.#endTimer)
    this.#set({ phase: { kind: 'withdrawn', message, unsent: this.#sender?.waiting.length ?? 0 } })
    return true
  }

  #close(receipt: ExamReceipt, byClock: boolean, late: readonly number[]): void {
    this.#sender?.stop()
    writeTab(goesOnKey, undefined)
    const { attempt } = this.#view
    if (attempt) void this.#journal?.clear(attempt.id).catch(() => undefined)
    this.#set({ phase: { kind: 'closed', byClock, receipt, late: [...new Set(late)] } })
  }

  #awaitEnd(): void {
    window.clearTimeout(this.#endTimer)
    const { deadlineTime, phase } = this.#view
    if (deadlineTime === null || phase.kind !== 'taking') return
    const left = deadlineTime - this.clock.now()
    if (left <= 0) void this.handIn(true)
    else this.#endTimer = window.setTimeout(() => this.#awaitEnd(), Math.min(left, longestMs))
  }

  #listen(): void {
    const handleBack = (): void => {
      if (document.visibilityState !== 'visible' || this.#view.phase.kind !== 'taking') return
      this.#awaitEnd()
      void this.flush()
    }
    const handleHide = (): void => {
      if (document.visibilityState === 'hidden') void this.flush()
    }
    for (const [target, type, handle] of [
      [window, 'online', handleBack],
      [document, 'visibilitychange', handleBack],
      [document, 'visibilitychange', handleHide],
    ] as const) {
      target.addEventListener(type, handle)
      this.#stops.push(() => target.removeEventListener(type, handle))
    }
    if (typeof BroadcastChannel === 'undefined') return
    this.#channel = new BroadcastChannel(channelName)
    this.#channel.onmessage = ({ data }: MessageEvent<Taken>) => {
      const own = this.#lease
      if (own && data.attemptId === own.attemptId && data.leaseNo > own.leaseNo && this.#view.phase.kind === 'taking')
        this.#lose()
    }
  }

  #set(change: Partial<ExamView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }
}
