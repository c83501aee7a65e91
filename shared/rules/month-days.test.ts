import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayStart, daysBetween, isCalendarText, weekOf, weeksOfMonth } from './month-days.ts'

describe('days of a calendar', () => {
  it('begin at midnight in Shanghai', () => {
    expect(new Date(dayStart('2026-11-21')).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  })
  it('follow each other over leap days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-12-31', 1)).toBe('2028-01-01')
  })
  it('are so many apart, over a leap day too', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
    expect([daysBetween('2026-11-21', '2026-11-21'), daysBetween('2026-01-01', '2025-12-31')]).toEqual([0, -1])
  })
  it('stand in weeks that begin on Monday', () => {
    expect(weekOf('2026-11-22')[0]).toBe('2026-11-16')
    expect(weekOf('2026-11-16')[6]).toBe('2026-11-22')
  })
  it('fill whole weeks of a month, four to six', () => {
    expect(weeksOfMonth('2026-11')).toHaveLength(6)
    expect(weeksOfMonth('2027-02')).toHaveLength(4)
    expect(weeksOfMonth('2026-11')[0]?.[0]).toBe('2026-10-26')
    expect(weeksOfMonth('2026-11').at(-1)?.at(-1)).toBe('2026-12-06')
  })
  it('have months that follow each other over a year’s end', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
  })
})

describe('a text', () => {
  it.each(['2026-11', '2026-11-30', '2028-02-29', '2000-01-01', '2100-12-31'])('%s is a day or month', (text) => {
    expect(isCalendarText(text)).toBe(true)
  })
  it.each(['2026-13', '2026-02-29', '2026-11-31', '9999-12-31', '1999-12', '2026-00', '2026-11-00'])(
    '%s is none',
    (text) => {
      expect(isCalendarText(text)).toBe(false)
    },
  )
})
