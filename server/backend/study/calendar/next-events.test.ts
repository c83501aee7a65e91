import { describe, expect, test } from 'vitest'
import type { StoredEvent } from './calendar-store.ts'
import { type CalendarEntry, keptMs, nextEvents } from './next-events.ts'

const now = new Date('2026-03-11T04:00:00Z')
const hour = 3_600_000
const at = (hours: number): Date => new Date(now.getTime() + hours * hour)
const until = at(24 * 366)
const lesson: CalendarEntry = {
  uid: 'class-1',
  beginAt: at(24),
  endAt: at(26),
  summary: '水彩　第 1 讲',
  description: '老师：林老师',
  url: '/course/live/play/1',
  isCancelled: false,
}
const first = (entries: CalendarEntry[], stored: readonly StoredEvent[] = [], time = now) =>
  nextEvents(stored, { entries, until }, time)

describe('what a calendar tells next', () => {
  test('of an unchanged event is the same', () => {
    const before = first([lesson]).events
    const next = first([lesson], before, at(1))
    expect(next.events).toEqual(before)
    expect(next.changed).toEqual([])
  })

  test('counts each move, new words not at all', () => {
    let { events } = first([lesson])
    expect(events[0]?.sequence).toBe(0)
    events = first([{ ...lesson, beginAt: at(25), endAt: at(27) }], events, at(1)).events
    expect(events[0]).toMatchObject({ sequence: 1, changedAt: at(1), beginAt: at(25) })
    events = first([{ ...lesson, beginAt: at(25), endAt: at(27), summary: '水彩　改名' }], events, at(2)).events
    expect(events[0]).toMatchObject({ sequence: 1, changedAt: at(2), summary: '水彩　改名' })
    events = first([lesson], events, at(3)).events
    expect(events[0]).toMatchObject({ sequence: 2, changedAt: at(3) })
  })

  test('calls off what was called off, and takes it back', () => {
    const { events } = first([lesson])
    const off = first([{ ...lesson, isCancelled: true }], events, at(1)).events
    expect(off[0]).toMatchObject({ sequence: 1, cancelledAt: at(1) })
    expect(first([{ ...lesson, isCancelled: true }], off, at(2)).changed).toEqual([])
    expect(first([lesson], off, at(3)).events[0]).toMatchObject({ sequence: 2, cancelledAt: null })
  })

  test('calls off what is gone, for sixty days', () => {
    const { events } = first([lesson])
    const off = first([], events, at(1)).events
    expect(off[0]).toMatchObject({ uid: 'class-1', sequence: 1, cancelledAt: at(1) })
    const later = new Date(at(1).getTime() + keptMs)
    expect(first([], off, later).events).toEqual(off)
    const end = first([], off, new Date(later.getTime() + 1))
    expect([end.events, end.gone]).toEqual([[], ['class-1']])
  })

  test('leaves what is over as it was, for sixty days', () => {
    const { events } = first([lesson])
    expect(first([], events, at(30)).events).toEqual(events)
    expect(first([], events, at(26 + 60 * 24 + 1)).gone).toEqual(['class-1'])
  })

  test('doesn’t call off what it hasn’t looked for', () => {
    const { events } = first([lesson])
    expect(nextEvents(events, { entries: [], until: at(24) }, at(1)).changed).toEqual([])
  })

  test('doesn’t tell of what was called off before', () => {
    expect(first([{ ...lesson, isCancelled: true }]).events).toEqual([])
  })
})
