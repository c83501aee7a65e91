import { describe, expect, it } from 'vitest'
import { pagerItems } from '#client/ui/pager-items.ts'

describe('pagerItems', () => {
  it('shows every page of a short list', () => {
    expect(pagerItems(1, 1)).toEqual([1])
    expect(pagerItems(2, 5)).toEqual([1, 2, 3, 4, 5])
  })
  it('leaves out the far pages', () => {
    expect(pagerItems(1, 23)).toEqual([1, 2, 3, 4, 'gap-right', 23])
    expect(pagerItems(12, 23)).toEqual([1, 'gap-left', 11, 12, 13, 'gap-right', 23])
    expect(pagerItems(23, 23)).toEqual([1, 'gap-left', 20, 21, 22, 23])
  })
  it('names a single left-out page instead of a gap', () => {
    expect(pagerItems(4, 23)).toEqual([1, 2, 3, 4, 5, 'gap-right', 23])
  })
})
