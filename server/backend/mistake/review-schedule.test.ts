import { describe, expect, test } from 'vitest'
import { MistakeState } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addDays, dayStart } from '#shared/rules/month-days.ts'
import { dismiss, newProgress, type ReviewProgress, review, takeBack } from './review-schedule.ts'

const firstDay = '2026-03-02'
const evening = (day: string) => new Date(dayStart(day) + 20 * 3_600_000)

/** Answers one after the other, each on the day it is due or so many days later; the days between them. */
function intervalsOf(marks: string, late: readonly number[] = []): { days: number[]; last: ReviewProgress } {
  let day = firstDay
  let progress = newProgress(evening(day))
  const days = [...marks].map((mark, index) => {
    day = addDays(day, late[index] ?? 0)
    progress = review(progress, mark === '+', evening(day))
    const interval = (Date.parse(progress.dueOn) - Date.parse(day)) / dayMs
    day = progress.dueOn
    return interval
  })
  return { days, last: progress }
}

// reckoned from the formulas of FSRS-6 with its published parameters, apart from the library; the first row is the library's own, too
const vectors: readonly (readonly [marks: string, days: readonly number[], stability: number, difficulty: number])[] = [
  ['++++', [2, 11, 46, 163], 162.8622, 2.0975],
  ['-++++++', [1, 2, 6, 17, 44, 102, 180], 220.3647, 6.3464],
  ['---+++', [1, 1, 1, 1, 1, 2], 1.7003, 9.5498],
  ['-++-+++', [1, 2, 6, 1, 2, 4, 8], 8.2649, 8.7583],
  ['+-+-+-+', [2, 1, 2, 1, 1, 1, 1], 0.9859, 9.6785],
]

describe('the days until a question comes again', () => {
  test.each(vectors)('after %s are as reckoned', (marks, days, stability, difficulty) => {
    const { days: found, last } = intervalsOf(marks)
    expect(found).toEqual(days)
    expect(last.stability).toBeCloseTo(stability, 3)
    expect(last.difficulty).toBeCloseTo(difficulty, 3)
  })

  test('grow when it was still known later than asked', () => {
    expect(intervalsOf('-+++', [0, 0, 5, 20]).days).toEqual([1, 2, 11, 46])
  })

  test('are 180 at most', () => {
    expect(Math.max(...intervalsOf('+'.repeat(30)).days)).toBe(180)
  })
})

describe('a mistake', () => {
  test('is mastered by four right answers on four days', () => {
    expect(intervalsOf('-+++').last).toMatchObject({ state: MistakeState.active, successes: 3 })
    expect(intervalsOf('-++++').last).toMatchObject({ state: MistakeState.mastered, successes: 4, lapses: 1, reps: 5 })
  })

  test('begins anew with each wrong answer', () => {
    expect(intervalsOf('-+++-').last).toMatchObject({ state: MistakeState.active, successes: 0, lapses: 2 })
    expect(intervalsOf('-+++-+++').last.state).toBe(MistakeState.active)
  })

  test('gains nothing by a second answer that day', () => {
    const once = review(newProgress(evening(firstDay)), true, evening(firstDay))
    const again = review(takeBack({ ...once, successes: 0 }, evening(firstDay)), true, evening(firstDay))
    expect([once.successes, again.successes]).toEqual([1, 0])
  })

  test('counts days as Shanghai has them', () => {
    const late = new Date(dayStart(firstDay) - 1)
    const once = review(newProgress(late), true, late)
    expect(once.dueOn).toBe(addDays(firstDay, 1))
    expect(review(once, true, new Date(dayStart(firstDay))).successes).toBe(2)
  })

  test('put away and taken back is as it was', () => {
    const { last: active } = intervalsOf('-++')
    const { last: mastered } = intervalsOf('-++++')
    for (const before of [active, mastered]) expect(dismiss(dismiss(before, true), false)).toEqual(before)
    expect(takeBack(mastered, evening('2027-01-01'))).toMatchObject({
      state: MistakeState.active,
      successes: 0,
      dueOn: '2027-01-01',
    })
  })
})
