import { describe, expect, it } from 'vitest'
import { largestZoom, moveBy, placeAt, placeOf, wholeCrop, zoomOf, zoomTo } from './crop-geometry.ts'

const wide = { width: 800, height: 400 }

describe('the square of an avatar', () => {
  it('begins as the largest one in the middle', () => {
    expect(wholeCrop(wide)).toEqual({ x: 200, y: 0, side: 400 })
    expect(wholeCrop({ width: 300, height: 900 })).toEqual({ x: 0, y: 300, side: 300 })
  })
  it('stops at the picture’s edges', () => {
    expect(moveBy(wide, wholeCrop(wide), 9999, 9999)).toEqual({ x: 400, y: 0, side: 400 })
    expect(moveBy(wide, wholeCrop(wide), -9999, -1)).toEqual({ x: 0, y: 0, side: 400 })
  })
  it('goes nearer round its middle, and back', () => {
    const near = zoomTo(wide, wholeCrop(wide), 2)
    expect(near).toEqual({ x: 300, y: 100, side: 200 })
    expect(zoomOf(wide, near)).toBe(2)
    expect(zoomTo(wide, near, 1)).toEqual(wholeCrop(wide))
  })
  it('never shows anything beyond the picture’s edge', () => {
    const corner = moveBy(wide, zoomTo(wide, wholeCrop(wide), 4), -9999, -9999)
    expect(zoomTo(wide, corner, 1)).toEqual({ x: 0, y: 0, side: 400 })
  })
  it('goes four times as near, and less in small pictures', () => {
    expect(largestZoom(wide)).toBe(4)
    expect(largestZoom({ width: 128, height: 500 })).toBe(2)
    expect(largestZoom({ width: 30, height: 30 })).toBe(1)
    expect(zoomTo(wide, wholeCrop(wide), 99).side).toBe(100)
  })
  it('has a place that sliders can say and set', () => {
    const near = zoomTo(wide, wholeCrop(wide), 2)
    expect(placeOf(wide, near)).toEqual({ across: 50, down: 50 })
    expect(placeAt(wide, near, { across: 100, down: 0 })).toEqual({ x: 600, y: 0, side: 200 })
    expect(placeOf(wide, wholeCrop(wide))).toEqual({ across: 50, down: 50 })
  })
})
