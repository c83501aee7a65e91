import { describe, expect, it } from 'vitest'
import { correctionOf } from '#client/features/play/player/clock-drift.ts'

describe('a film that runs on the clock', () => {
  it('plays on while nobody would notice', () => {
    for (const drift of [0, 0.1, -0.14]) expect(correctionOf(drift, 1)).toEqual({ kind: 'none' })
  })
  it('plays faster when it is late, slower when early', () => {
    expect(correctionOf(0.4, 1)).toEqual({ kind: 'rate', rate: 1.08 })
    expect(correctionOf(-0.4, 1)).toEqual({ kind: 'rate', rate: 0.92 })
    expect(correctionOf(1, 1)).toEqual({ kind: 'rate', rate: 1.1 })
  })
  it('goes back to its own speed only in step', () => {
    expect(correctionOf(0.1, 1.05)).toEqual({ kind: 'rate', rate: 1.03 })
    expect(correctionOf(0.04, 1.03)).toEqual({ kind: 'rate', rate: 1 })
    expect(correctionOf(-0.04, 1.03)).toEqual({ kind: 'rate', rate: 1 })
  })
  it('jumps when it is more than a second off', () => {
    expect(correctionOf(1.01, 1)).toEqual({ kind: 'seek' })
    expect(correctionOf(-30, 1.1)).toEqual({ kind: 'seek' })
  })
  it('comes into step within seconds and stays there', () => {
    let [drift, rate] = [0.95, 1]
    for (let half = 0; half < 40; half += 1) {
      const correction = correctionOf(drift, rate)
      if (correction.kind === 'rate') rate = correction.rate
      drift -= (rate - 1) * 0.5
    }
    expect(Math.abs(drift)).toBeLessThan(0.15)
    expect(rate).toBe(1)
  })
})
