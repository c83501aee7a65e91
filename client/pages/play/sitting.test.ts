import { describe, expect, test } from 'vitest'
import { createSitting } from '#client/pages/play/sitting.ts'

const plays = { rate: 1 }
const paused = { rate: 0 }

/** Plays from one moment to another, as a player tells it. */
function play(sitting: ReturnType<typeof createSitting>, from: number, to: number): void {
  for (let now = from; now <= to; now += 250) sitting.note(plays, now)
}

describe('somebody in a class on the clock', () => {
  test('is there while the film plays, from report to report', () => {
    const sitting = createSitting(0)
    play(sitting, 1000, 9000)
    expect(sitting.take(9000)).toBe(false)
    play(sitting, 9250, 18_000)
    expect(sitting.take(18_000)).toBe(false)
  })

  test('is not while it never began, its sound refused', () => {
    const sitting = createSitting(0)
    expect([sitting.take(9000), sitting.take(18_000)]).toEqual([true, true])
  })

  test('reports a pause at once, counting only what came before', () => {
    const sitting = createSitting(0)
    play(sitting, 0, 5000)
    expect(sitting.note(paused, 5250)).toBe(true)
    expect(sitting.take(5250)).toBe(false)
    expect(sitting.take(14_250)).toBe(true)
    expect(sitting.note(plays, 20_000)).toBe(true)
    expect(sitting.take(20_000)).toBe(true)
    play(sitting, 20_250, 29_000)
    expect(sitting.take(29_000)).toBe(false)
  })

  test('is not while the film waits for its line', () => {
    const sitting = createSitting(0)
    play(sitting, 0, 3000)
    expect(sitting.take(9000)).toBe(true)
    expect(sitting.note(plays, 9500)).toBe(false)
    play(sitting, 9500, 18_000)
    expect(sitting.take(18_000)).toBe(false)
  })
})
