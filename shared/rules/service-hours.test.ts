import { describe, expect, test } from 'vitest'
import {
  addServiceTime,
  addWorkingDays,
  closingOf,
  isOpen,
  nextOpening,
  overlaps,
  readWeek,
  type ServiceHours,
  weekText,
} from './service-hours.ts'

const hour = 3_600_000
const at = (text: string): number => Date.parse(`${text}+08:00`)
const week = readWeek('周一至周六 13:00-22:00') ?? []
const hours: ServiceHours = {
  week,
  days: [
    { day: '2026-03-13', name: '校庆', isOpen: false },
    { day: '2026-03-15', name: '补班', isOpen: true, from: 600, to: 720 },
  ],
}
const evening: ServiceHours = { week, days: [] }

describe('hours', () => {
  test.each([
    ['2026-03-11T12:59:59', false],
    ['2026-03-11T13:00:00', true],
    ['2026-03-11T21:59:59', true],
    ['2026-03-11T22:00:00', false],
    ['2026-03-13T15:00:00', false],
    ['2026-03-15T11:00:00', true],
    ['2026-03-15T13:00:00', false],
  ])('at %s somebody is there: %s', (moment, expected) => {
    expect(isOpen(hours, at(moment))).toBe(expected)
  })

  test('begin again after a closed day', () => {
    expect(nextOpening(hours, at('2026-03-12T23:00:00'))).toBe(at('2026-03-14T13:00:00'))
    expect(nextOpening(evening, at('2026-03-14T22:00:00'))).toBe(at('2026-03-16T13:00:00'))
    expect(nextOpening({ week: [], days: [] }, at('2026-03-14T22:00:00'))).toBeUndefined()
  })

  test('end when their span does', () => {
    expect(closingOf(hours, at('2026-03-11T20:00:00'))).toBe(at('2026-03-11T22:00:00'))
    expect(closingOf(hours, at('2026-03-11T12:00:00'))).toBeUndefined()
  })

  test('count only while somebody is there', () => {
    expect(addServiceTime(evening, at('2026-03-11T21:00:00'), 2 * hour)).toBe(at('2026-03-12T14:00:00'))
    expect(addServiceTime(evening, at('2026-03-14T21:00:00'), 2 * hour)).toBe(at('2026-03-16T14:00:00'))
    expect(addServiceTime(evening, at('2026-03-11T12:00:00'), hour)).toBe(at('2026-03-11T14:00:00'))
  })
})

describe('working days', () => {
  test.each([
    ['from a Wednesday over the weekend', evening, '2026-03-11T12:00:00', '2026-03-17T00:00:00'],
    ['with a closed Friday and a make-up Sunday', hours, '2026-03-11T12:00:00', '2026-03-17T00:00:00'],
    ['from a Friday night', evening, '2026-03-13T23:59:00', '2026-03-19T00:00:00'],
    ['from a Sunday', evening, '2026-03-15T09:00:00', '2026-03-19T00:00:00'],
  ])('are counted %s', (_what, which, from, until) => {
    expect(addWorkingDays(which, at(from), 3)).toBe(at(until))
  })

  test('a closed day moves the promise', () => {
    const closed: ServiceHours = { week, days: [{ day: '2026-03-16', name: '休息', isOpen: false }] }
    expect(addWorkingDays(closed, at('2026-03-11T12:00:00'), 3)).toBe(at('2026-03-18T00:00:00'))
  })
})

describe('the line', () => {
  test.each(['周一至周六 13:00-22:00', '每天 09:00-21:00', '周一、周三 10:00-12:00、14:00-18:00；周日 10:00-12:00'])(
    '%s is read and written the same',
    (text) => {
      expect(weekText(readWeek(text) ?? [])).toBe(text)
    },
  )

  test('without any hours says so', () => {
    expect(weekText([])).toBe('暂停服务')
  })

  test.each([
    '',
    '周八 10:00-12:00',
    '周一 12:00-10:00',
    '周一 25:00-26:00',
    '周一 10:00-12:00、11:00-13:00',
    '上班时间',
  ])('%s isn’t one', (text) => {
    expect(readWeek(text)).toBeUndefined()
  })

  test('spans of one day mustn’t meet', () => {
    expect(
      overlaps([
        { weekday: 1, from: 0, to: 60 },
        { weekday: 1, from: 60, to: 90 },
      ]),
    ).toBe(false)
    expect(
      overlaps([
        { weekday: 1, from: 0, to: 61 },
        { weekday: 1, from: 60, to: 90 },
      ]),
    ).toBe(true)
  })
})
