import { describe, expect, it } from 'vitest'
import { frameOf } from '#client/app/layout.tsx'

describe('frameOf', () => {
  it('is the layout of the page', () => {
    expect(frameOf({ id: 'search', status: 200, layout: 'base' })).toBe('base')
    expect(frameOf({ id: 'play', status: 200, layout: 'viewPlay' })).toBe('viewPlay')
  })
  it('keeps header and footer for 404 alone', () => {
    expect(frameOf({ id: 'error', status: 404, layout: 'base' })).toBe('error')
    for (const status of [405, 500, 503]) expect(frameOf({ id: 'error', status, layout: 'base' })).toBe('bare')
  })
})
