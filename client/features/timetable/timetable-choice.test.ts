import { describe, expect, it } from 'vitest'
import { dayInput, monthInput, readTimetableChoice, timetableHref } from './timetable-choice.ts'

const read = (query: string) => readTimetableChoice(new URLSearchParams(query))

describe('the address of the timetable', () => {
  it('names type, month and day', () => {
    expect(read('type=answer-live&month=2026-12&date=2026-11-21')).toEqual({
      type: 'answer-live',
      month: '2026-12',
      date: '2026-11-21',
    })
  })
  it.each(['month=2026-13', 'month=constructor', 'date=2026-02-30', 'date=9999-12-31', 'type=__proto__'])(
    'shows today for %s',
    (query) => {
      expect(read(query)).toEqual({ type: 'live', month: undefined, date: undefined })
    },
  )
  it('leaves out the month of its day', () => {
    expect(timetableHref({ month: '2026-11', date: '2026-11-21' })).toBe('/user/timetable?type=live&date=2026-11-21')
    expect(timetableHref({ month: '2026-12', date: '2026-11-21' })).toBe(
      '/user/timetable?type=live&month=2026-12&date=2026-11-21',
    )
  })
  it('asks for the month of its day, else today', () => {
    expect(monthInput(read('date=2026-11-21')).month).toBe('2026-11')
    expect(dayInput(read('')).date).toBe('today')
  })
})
