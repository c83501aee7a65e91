import { describe, expect, it } from 'vitest'
import { atRest, keepInReach, maxScale, zoomAt } from './zoom-state.ts'

describe('zooming a picture', () => {
  it('keeps what lies under the pointer where it is', () => {
    const point = { x: 120, y: -40 }
    const before = { scale: 1.5, x: 30, y: 10 }
    const after = zoomAt(before, 2, point)
    expect(after.scale).toBe(3)
    for (const axis of ['x', 'y'] as const)
      expect((point[axis] - after[axis]) / after.scale).toBeCloseTo((point[axis] - before[axis]) / before.scale)
  })

  it('goes no further than six times, and back to rest', () => {
    expect(zoomAt({ scale: 5, x: 0, y: 0 }, 4, { x: 0, y: 0 }).scale).toBe(maxScale)
    expect(zoomAt({ scale: 1.2, x: 90, y: 90 }, 0.1, { x: 5, y: 5 })).toEqual(atRest)
  })

  it('lets no picture out of reach', () => {
    const stage = { width: 1000, height: 600 }
    const picture = { width: 800, height: 600 }
    expect(keepInReach({ scale: 1, x: 9000, y: -9000 }, picture, stage)).toEqual({ scale: 1, x: 300, y: -180 })
    const zoomed = keepInReach({ scale: 4, x: 9000, y: 0 }, picture, stage)
    expect(zoomed.x).toBeGreaterThan(1000)
    expect(zoomed.x - (picture.width * 4) / 2).toBeLessThan(stage.width / 2)
  })
})
