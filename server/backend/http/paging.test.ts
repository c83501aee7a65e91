import { describe, expect, it } from 'vitest'
import { countLimit, offsetOf, rowsOf } from './paging.ts'

describe('a page of a list', () => {
  it('is found behind the pages before it', () => {
    expect([offsetOf({ pageNum: 3, pageSize: 20 }), rowsOf({ pageNum: 3, pageSize: 20 })]).toEqual([40, 20])
  })

  it('holds nothing beyond what lists count, and skips no further', () => {
    for (const pageNum of [201, 10_000]) {
      expect([offsetOf({ pageNum, pageSize: 50 }), rowsOf({ pageNum, pageSize: 50 })]).toEqual([countLimit, 0])
    }
  })

  it('that is the last one ends where lists stop counting', () => {
    expect([offsetOf({ pageNum: 334, pageSize: 30 }), rowsOf({ pageNum: 334, pageSize: 30 })]).toEqual([9990, 10])
  })
})
