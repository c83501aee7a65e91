import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('some go at once, the next at their pace', () => {
  const pace = createPace<string>({ atOnce: 3, perSecond: 5 })
  expect(Array.from({ length: 6 }, () => pace.waitMs('唐昀', 1000))).toEqual([0, 0, 0, 200, 400, 600])
  // another's turns are their own
  expect(pace.waitMs('周航', 1000)).toBe(0)
  expect(pace.waitMs('唐昀', 2000)).toBe(0)
  expect(Array.from({ length: 4 }, () => pace.waitMs('唐昀', 60_000))).toEqual([0, 0, 0, 200])
})

test('no more than the pace allows in any ten seconds', () => {
  const pace = createPace<number>({ atOnce: 10, perSecond: 5 })
  const at: number[] = []
  for (let now = 0; now < 10_000; now += 20) at.push(now + pace.waitMs(1, now))
  expect(at.filter((time) => time < 10_000).length).toBeLessThanOrEqual(60)
  expect(at).toEqual([...at].sort((a, b) => a - b))
})

test('who comes too early is refused, and waits no longer', () => {
  const pace = createPace<string>({ atOnce: 3, perSecond: 5 })
  expect(Array.from({ length: 5 }, () => pace.take('唐昀', 1000))).toEqual([true, true, true, false, false])
  expect([pace.take('周航', 1000), pace.take('唐昀', 1200), pace.take('唐昀', 1200)]).toEqual([true, true, false])
  // the clock was set back by an hour
  expect([pace.take('唐昀', -3_600_000), pace.take('唐昀', -3_599_800)]).toEqual([false, true])
})
