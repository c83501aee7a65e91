import { describe, expect, it } from 'vitest'
import { type WatchedRange, watchedBetween, withRange } from '#client/features/play/watched-ranges.ts'

function collect(...ranges: WatchedRange[]): WatchedRange[] {
  return ranges.reduce<WatchedRange[]>(withRange, [])
}

describe('what was watched of a film', () => {
  it('is one part while it plays on', () => {
    expect(collect([0, 0.25], [0.25, 0.5], [0.5, 0.76])).toEqual([[0, 0.76]])
  })
  it('is two parts after a jump, whichever way it went', () => {
    expect(collect([0, 5], [60, 65])).toEqual([
      [0, 5],
      [60, 65],
    ])
    expect(collect([60, 65], [0, 5])).toEqual([
      [0, 5],
      [60, 65],
    ])
  })
  it('counts once what was watched twice', () => {
    expect(collect([0, 10], [4, 6])).toEqual([[0, 10]])
    expect(collect([0, 10], [5, 20], [30, 40], [19, 31])).toEqual([[0, 40]])
  })
  it('is nothing when the film stood still', () => {
    expect(collect([5, 5])).toEqual([])
    expect(watchedBetween(5, 5, 1)).toBeUndefined()
  })
  it('is what lies between two looks, but no jump', () => {
    expect(watchedBetween(5, 5.25, 1)).toEqual([5, 5.25])
    expect(watchedBetween(5, 7.1, 2)).toEqual([5, 7.1])
    expect(watchedBetween(5, 10, 1)).toBeUndefined()
    expect(watchedBetween(5, 4, 1)).toBeUndefined()
  })
})
