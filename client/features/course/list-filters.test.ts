import { describe, expect, it } from 'vitest'
import {
  filterInput,
  filterItems,
  filterQuery,
  filterWords,
  readFilters,
} from '#client/features/common/list-filters.ts'
import { courseFilters } from '#client/features/course/course-filters.ts'
import { LectureType } from '#shared/contract/enums.ts'

const read = (query: string) => readFilters(courseFilters, new URLSearchParams(query))

describe('a list’s filters', () => {
  it('are read from the address, whatever stands there besides', () => {
    expect(read('type=live&free=1&page=3')).toEqual({
      sort: undefined,
      lectureType: LectureType.live,
      trial: undefined,
      isCharge: false,
    })
  })
  it('take a word that there isn’t for none', () => {
    for (const word of ['', 'LIVE', 'toString', '__proto__', 'default'])
      expect(read(new URLSearchParams({ type: word, sort: word }).toString())).toEqual(read(''))
  })
  it('come back to the same address, in the table’s order', () => {
    for (const query of ['', '?sort=new', '?type=video&trial=1', '?sort=price-asc&type=live&trial=1&free=1'])
      expect(filterQuery(courseFilters, read(query))).toBe(query)
    expect(filterQuery(courseFilters, read('free=1&sort=new'))).toBe('?sort=new&free=1')
  })
  it('tell the call what is chosen, and the usual order', () => {
    expect(filterInput(courseFilters, read(''))).toEqual({ sort: 'default' })
    expect(filterInput(courseFilters, read('free=1&type=video&sort=popular'))).toEqual({
      sort: 'popular',
      lectureType: LectureType.video,
      isCharge: false,
    })
  })
  it('keep apart in the cache just the words they know', () => {
    expect(filterWords(courseFilters)).toEqual({
      sort: ['new', 'popular', 'price-asc', 'price-desc'],
      type: ['video', 'live'],
      trial: ['1'],
      free: ['1'],
    })
  })
  it('have a chip for each value, the chosen one marked', () => {
    const items = filterItems(courseFilters, 'lectureType', read('type=live'), (change) => JSON.stringify(change))
    expect(items).toEqual([
      { text: '全部', current: false, href: '{}' },
      { text: '录播', current: false, href: JSON.stringify({ lectureType: LectureType.video }) },
      { text: '直播', current: true, href: JSON.stringify({ lectureType: LectureType.live }) },
    ])
  })
})
