import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JournalEntry } from '#client/browser/answer-journal.ts'
import { AnswerSender } from '#client/features/exam/answer-sender.ts'
import { createServerClock } from '#client/features/exam/server-clock.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code, networkError } from '#shared/contract/codes.ts'
import { ExamSaveState } from '#shared/contract/enums.ts'

const lease = { attemptId: 3, device: 'page-one', leaseNo: 2 }

interface Sent {
  answers: { questionId: number; seq: number; answer: object }[]
}

/** A server that answers as it is told, a journal in memory, and who sends between them. */
function build(answerOf: (sent: Sent) => unknown = () => ({ state: ExamSaveState.saved })) {
  const sent: Sent[] = []
  const kept = new Map<number, JournalEntry>()
  const order: string[] = []
  const refused = vi.fn()
  const api: Api = {
    async call(_route, input) {
      sent.push(structuredClone(input) as Sent)
      order.push('sent')
      const answer = answerOf(input as Sent)
      if (answer instanceof Error) throw answer
      return { savedTime: 1000, deadlineTime: null, serverTime: 1000, ...(answer as object) } as never
    },
  }
  const sender = new AnswerSender({
    api,
    clock: createServerClock(() => 0),
    journal: {
      async put(entry) {
        order.push('kept')
        kept.set(entry.questionId, entry)
      },
      async forget(entries) {
        for (const { questionId, seq } of entries) if ((kept.get(questionId)?.seq ?? 0) <= seq) kept.delete(questionId)
      },
      list: async () => [...kept.values()],
      clear: async () => kept.clear(),
      close: () => undefined,
    },
    lease,
    savedTime: undefined,
    seq: 0,
    onChange: () => undefined,
    onSaved: () => undefined,
    onRefused: refused,
  })
  return { sender, sent, kept, order, refused }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('answers on their way', () => {
  it('are kept first, and sent a second later', async () => {
    const { sender, sent, kept, order } = build()
    sender.take(1, { text: '光' }, false)
    await vi.advanceTimersByTimeAsync(900)
    sender.take(1, { text: '光与' }, false)
    await vi.advanceTimersByTimeAsync(900)
    expect(sent).toHaveLength(0)
    expect(kept.get(1)?.answer).toEqual({ text: '光与' })
    expect(sender.state.unsaved).toEqual(new Set([1]))
    await vi.advanceTimersByTimeAsync(200)
    expect(order).toEqual(['kept', 'kept', 'sent'])
    expect(sent[0]?.answers).toEqual([{ questionId: 1, answer: { text: '光与' }, isFlagged: false, seq: 2 }])
    expect(sender.state).toMatchObject({ unsaved: new Set(), savedTime: 1000, trouble: undefined })
    expect(kept.size).toBe(0)
  })
  it('go out after five seconds of writing without a pause', async () => {
    const { sender, sent } = build()
    for (let step = 0; step < 12; step += 1) {
      sender.take(1, { text: '字'.repeat(step + 1) }, false)
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(sent.length).toBeGreaterThan(0)
    expect(sent[0]?.answers[0]?.seq).toBeLessThan(12)
  })
  it('aren’t called saved when a newer one was written meanwhile', async () => {
    let isFirst = true
    const { sender, kept } = build(() => {
      if (isFirst) sender.take(1, { text: '二' }, false)
      isFirst = false
      return { state: ExamSaveState.saved }
    })
    sender.take(1, { text: '一' }, false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(kept.size).toBeLessThanOrEqual(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sender.state.unsaved.size).toBe(0)
  })
  it('stay unsaved over a cut line, then go out', async () => {
    let isCut = true
    const { sender, sent, kept } = build(() => (isCut ? networkError() : { state: ExamSaveState.saved }))
    sender.take(1, { isTrue: true }, false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sender.state).toMatchObject({ unsaved: new Set([1]), trouble: { kind: 'server' }, savedTime: undefined })
    expect(kept.size).toBe(1)
    isCut = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    expect(sender.state.unsaved.size).toBe(0)
  })
  it('wait for a new login and are kept', async () => {
    const { sender, sent, kept } = build(() => new ApiError(Code.LoggedInElsewhere))
    sender.take(1, { isTrue: true }, false)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(1)
    expect(sender.state.trouble).toEqual({ kind: 'session' })
    expect(kept.size).toBe(1)
  })
  it('stop when another device writes, and stay kept', async () => {
    const { sender, kept, refused, sent } = build(() => ({ state: ExamSaveState.takenOver }))
    sender.take(1, { isTrue: true }, false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(refused).toHaveBeenCalledWith(ExamSaveState.takenOver, [])
    sender.take(1, { isTrue: false }, false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
    expect(kept.size).toBe(1)
  })
  it('that came too late are named', async () => {
    const { sender, refused } = build(() => ({ state: ExamSaveState.over }))
    sender.take(4, { isTrue: true }, false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(refused).toHaveBeenCalledWith(ExamSaveState.over, [4])
  })
})
