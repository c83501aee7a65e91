import { describe, expect, test } from 'vitest'
import { createReplayClock } from './replay-clock.ts'

const begin = Date.parse('2026-03-11T12:00:00Z')
const at = (second: number): number => begin + second * 1000

describe('a class that was recorded in one piece', () => {
  const clock = createReplayClock([{ begunAt: begin, durationSec: 100 }])

  test('what was said stands at its own second', () => {
    expect([clock.secondOf(at(0)), clock.secondOf(at(12.9)), clock.secondOf(at(99))]).toEqual([0, 12, 99])
  })

  test('earlier words are left out, final thanks kept', () => {
    expect(clock.secondOf(at(-1))).toBeUndefined()
    expect(clock.secondOf(at(110))).toBe(99)
    expect(clock.secondOf(at(200))).toBeUndefined()
  })

  test('a note from outside stands at its edge', () => {
    expect([clock.nearestSecond(at(-60)), clock.nearestSecond(at(42)), clock.nearestSecond(at(900))]).toEqual([
      0, 42, 99,
    ])
  })

  test('seconds have their moments', () => {
    expect(clock.momentsOf(10, 20)).toEqual({ since: at(10), until: at(20) })
    expect(clock.momentsOf(90, 600)).toEqual({ since: at(90), until: at(130) })
  })
})

describe('a class whose stream broke off and came back', () => {
  const clock = createReplayClock([
    { begunAt: begin, durationSec: 60 },
    { begunAt: at(90), durationSec: 60 },
  ])

  test('it is as long as its pieces', () => {
    expect(clock.totalSec).toBe(120)
  })

  test('words in a break stand where the second piece begins', () => {
    expect([clock.secondOf(at(59)), clock.secondOf(at(75)), clock.secondOf(at(90)), clock.secondOf(at(95))]).toEqual([
      59, 60, 60, 65,
    ])
  })

  test('the pause belongs to the seconds after it', () => {
    expect(clock.momentsOf(0, 60)).toEqual({ since: at(0), until: at(90) })
    expect(clock.momentsOf(60, 70)).toEqual({ since: at(60), until: at(100) })
  })
})

test('nothing was recorded: nothing has a place', () => {
  const clock = createReplayClock([])
  expect([clock.totalSec, clock.secondOf(begin)]).toEqual([0, undefined])
})
