import { describe, expect, it } from 'vitest'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { entryMoment } from '#shared/rules/lesson-entry.ts'

const minute = 60_000
const lesson = {
  kind: PeriodKind.live,
  begDate: 100 * minute,
  endDate: 160 * minute,
  liveStatus: LiveStatus.notStarted,
} as const

describe('what a way into a course leads to', () => {
  it('is the class by the clock: later, soon, on, over', () => {
    expect([69, 70, 100, 159, 160].map((at) => entryMoment(lesson, at * minute))).toEqual([
      'coming',
      'soon',
      'on',
      'on',
      'over',
    ])
  })
  it('is on when begun early, over when ended early', () => {
    expect(entryMoment({ ...lesson, liveStatus: LiveStatus.live }, 90 * minute)).toBe('on')
    expect(entryMoment({ ...lesson, liveStatus: LiveStatus.ended }, 120 * minute)).toBe('over')
  })
  it('is nothing after the film, nor without a time', () => {
    expect(entryMoment({ ...lesson, kind: PeriodKind.aiLive }, 160 * minute)).toBe('shut')
    expect(entryMoment({ ...lesson, begDate: null, endDate: null }, 0)).toBe('shut')
  })
  it('is a recorded lesson at any time', () => {
    expect(entryMoment({ kind: PeriodKind.video, begDate: null, endDate: null, liveStatus: null }, 0)).toBe('film')
  })
})
