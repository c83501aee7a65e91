import { describe, expect, test } from 'vitest'
import { retryMs, spreadMs } from '#client/features/room/spread.ts'

describe('what everybody in a room asks at once', () => {
  test('is asked at once by a few or unknown many', () => {
    expect([undefined, 0, 1, 49].map((people) => spreadMs(people, 0.999))).toEqual([0, 0, 0, 0])
  })

  test('is spread over 10 ms a person, 20 s altogether', () => {
    expect([50, 400, 2000, 100_000].map((people) => spreadMs(people, 1))).toEqual([500, 4000, 20_000, 20_000])
    expect(spreadMs(2000, 0)).toBe(0)
    expect(spreadMs(2000, 0.5)).toBe(10_000)
  })

  test('stays near a hundred a second, however chance falls', () => {
    const seconds = new Map<number, number>()
    for (let one = 0; one < 2000; one += 1) {
      const second = Math.floor(spreadMs(2000, one / 2000) / 1000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
    }
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(110)
  })
})

describe('a try that failed', () => {
  test('is retried after 1, 2, 4 … 30 seconds, roughly', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((failures) => retryMs(failures, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
    expect([retryMs(2, 0), retryMs(2, 1)]).toEqual([2000, 6000])
  })
})
