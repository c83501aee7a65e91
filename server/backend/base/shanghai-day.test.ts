import { expect, test } from 'vitest'
import { shanghaiDay, shanghaiIso, shanghaiMoment, shanghaiTime } from './shanghai-day.ts'

const lateInLondon = Date.parse('2026-03-10T16:30:05.999Z')

test('after 16:00 in London Shanghai has the next day', () => {
  expect(shanghaiDay(lateInLondon)).toBe('2026-03-11')
  expect(shanghaiDay(lateInLondon - 31 * 60_000)).toBe('2026-03-10')
  expect(shanghaiMoment(lateInLondon)).toBe('2026-03-11 00:30:05')
  expect(shanghaiIso(lateInLondon)).toBe('2026-03-11T00:30:05+08:00')
})

test('a time of day is Shanghai’s in any zone', () => {
  expect(new Date(shanghaiTime('2026-03-11', 0)).toISOString()).toBe('2026-03-10T16:00:00.000Z')
  expect(new Date(shanghaiTime('2026-07-01', 19 * 60 + 30)).toISOString()).toBe('2026-07-01T11:30:00.000Z')
  expect(shanghaiDay(shanghaiTime('2026-12-31', 23 * 60 + 59))).toBe('2026-12-31')
})
