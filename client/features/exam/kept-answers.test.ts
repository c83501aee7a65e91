import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '#client/browser/answer-journal.ts'
import { judgeKept } from '#client/features/exam/kept-answers.ts'

const entry = (values: Partial<JournalEntry> = {}): JournalEntry => ({
  attemptId: 1,
  device: 'page-one',
  leaseNo: 1,
  questionId: 7,
  answer: { options: [2] },
  isFlagged: false,
  seq: 5,
  writtenAt: 0,
  ...values,
})
const saved = (values: object = {}) => ({
  questionId: 7,
  answer: { options: [1] },
  isFlagged: false,
  seq: 4,
  leaseNo: 1,
  savedTime: 0,
  ...values,
})
const nobody = new Set<string>()

describe('answers that a browser kept', () => {
  it('go on when nobody else can have written', () => {
    const verdict = judgeKept([entry()], { leaseNo: 2, saved: [saved()], here: nobody })
    expect(verdict).toEqual({ done: [], goesOn: [entry()], asked: [] })
  })
  it('are asked about when another device had the lease since', () => {
    expect(judgeKept([entry()], { leaseNo: 3, saved: [saved()], here: nobody }).asked).toEqual([entry()])
  })
  it('are asked about while their page is still open', () => {
    expect(judgeKept([entry()], { leaseNo: 2, saved: [], here: new Set(['page-one']) }).asked).toEqual([entry()])
  })
  it('are asked about where open pages can’t be known', () => {
    expect(judgeKept([entry()], { leaseNo: 2, saved: [], here: undefined }).asked).toEqual([entry()])
  })
  it('are done when the server had taken them', () => {
    const verdict = judgeKept([entry()], { leaseNo: 3, saved: [saved({ seq: 5 })], here: nobody })
    expect(verdict).toEqual({ done: [entry()], goesOn: [], asked: [] })
  })
  it('are done when the server has the same', () => {
    const same = saved({ answer: { options: [2] }, leaseNo: 2 })
    expect(judgeKept([entry()], { leaseNo: 3, saved: [same], here: nobody }).done).toEqual([entry()])
  })
  it('aren’t asked about for a mark alone', () => {
    const same = saved({ answer: { options: [2] }, leaseNo: 2 })
    const marked = entry({ isFlagged: true })
    expect(judgeKept([marked], { leaseNo: 3, saved: [same], here: nobody }).done).toEqual([marked])
  })
  it('keep a taken-back answer apart from none', () => {
    const taken = entry({ answer: {} })
    expect(judgeKept([taken], { leaseNo: 3, saved: [], here: nobody }).done).toEqual([taken])
    expect(judgeKept([taken], { leaseNo: 3, saved: [saved({ leaseNo: 2 })], here: nobody }).asked).toEqual([taken])
  })
})
