import { describe, expect, it } from 'vitest'
import {
  clockText,
  countText,
  dayText,
  lengthText,
  momentText,
  monthDayText,
  timeText,
  weekdayText,
} from '#shared/rules/number-text.ts'

describe('countText', () => {
  it('keeps small counts whole', () => {
    expect(countText(0)).toBe('0')
    expect(countText(8642)).toBe('8,642')
    expect(countText(9999)).toBe('9,999')
    expect(countText(-3)).toBe('0')
  })
  it('shortens from ten thousand on and never rounds up', () => {
    expect(countText(10_000)).toBe('1万')
    expect(countText(12_000)).toBe('1.2万')
    expect(countText(12_999)).toBe('1.2万')
    expect(countText(1_005_000)).toBe('100万')
    expect(countText(99_999_999)).toBe('9,999万')
    expect(countText(120_000_000)).toBe('1.2亿')
  })
})

describe('durations', () => {
  it('shows a period as a clock', () => {
    expect(clockText(2295)).toBe('38:15')
    expect(clockText(9)).toBe('00:09')
    expect(clockText(3723)).toBe('1:02:03')
  })
  it('shows a course in words', () => {
    expect(lengthText(45 * 60)).toBe('45 分钟')
    expect(lengthText(12 * 3600)).toBe('12 小时')
    expect(lengthText(5400)).toBe('1.5 小时')
    expect(lengthText(3600)).toBe('1 小时')
  })
})

describe('moments', () => {
  const time = Date.UTC(2026, 10, 21, 11, 30)
  it('reads the clock in Shanghai', () => {
    expect(dayText(time)).toBe('2026-11-21')
    expect(monthDayText(time)).toBe('11 月 21 日')
    expect(weekdayText(time)).toBe('星期六')
    expect(timeText(time)).toBe('19:30')
    expect(momentText(time)).toBe('11 月 21 日 19:30')
  })
  it('is already the next day in Shanghai late at night', () => {
    expect(dayText(Date.UTC(2026, 11, 31, 16, 0))).toBe('2027-01-01')
  })
})
