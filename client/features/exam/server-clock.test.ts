import { expect, it } from 'vitest'
import { createServerClock } from '#client/features/exam/server-clock.ts'

it('time goes on by nobody’s clock', () => {
  let elapsed = 100
  const clock = createServerClock(() => elapsed)
  expect(clock.now()).toBeNaN()
  clock.note(1_000_000)
  elapsed += 30_000
  expect(clock.now()).toBe(1_030_000)
})
it('a slow answer sets nothing back', () => {
  let elapsed = 0
  const clock = createServerClock(() => elapsed)
  clock.note(1_000_000)
  elapsed = 10_000
  clock.note(1_007_000)
  expect(clock.now()).toBe(1_010_000)
  clock.note(1_060_000)
  expect(clock.now()).toBe(1_060_000)
})
