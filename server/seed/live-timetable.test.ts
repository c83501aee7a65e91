import { describe, expect, test } from 'vitest'
import { openClassesNeeded, openSlot, planSessions, popularSlot } from './live-timetable.ts'

const minute = 60_000
const week = 7 * 1440

describe('the open classes of a week', () => {
  test('together leave no minute without a class', () => {
    const taught = new Set<number>()
    for (let index = 0; index < openClassesNeeded; index++) {
      const slot = openSlot(index)
      for (const weekday of slot.weekdays) {
        for (let at = 0; at < slot.minutes; at++) taught.add(((weekday - 1) * 1440 + slot.begin + at) % week)
      }
    }
    expect(taught.size).toBe(week)
  })
})

describe('the sessions of a course', () => {
  test('keep their weekdays and their time, in order', () => {
    const { sessions, cycleDays, timeText, name } = planSessions(
      { weekdays: [3, 6], begin: 19 * 60 + 30, minutes: 90 },
      8,
      2,
    )
    expect(sessions).toHaveLength(8)
    expect(cycleDays).toBe(28)
    expect(timeText).toBe('每周三、周六 19:30–21:00')
    expect(name).toBe('周三周六晚班')
    const days = sessions.map(({ begin }) => new Date(begin + 8 * 3_600_000).getUTCDay())
    expect(days).toEqual([3, 6, 3, 6, 3, 6, 3, 6])
    expect(sessions.every(({ begin, end }) => end - begin === 90 * minute)).toBe(true)
  })

  test('a daily class’s lessons come round in their order', () => {
    const { cycleDays, timeText, name } = planSessions(openSlot(0), 10, 3)
    expect(cycleDays).toBe(10)
    expect(timeText).toBe('每天 00:00–01:45')
    expect(name).toBe('每日夜班')
  })

  test('begin at quarter hours at popular times', () => {
    for (let index = 0; index < 30; index++) expect(popularSlot(index).begin % 15).toBe(0)
  })
})
