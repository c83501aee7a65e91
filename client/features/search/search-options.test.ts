import { describe, expect, it } from 'vitest'
import { searchOptions } from '#client/features/search/search-options.ts'
import type { Suggestions } from '#client/features/search/use-suggestions.ts'

function found(count: number, total: number): Suggestions {
  const records = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `水彩 ${index + 1}`,
    learnAim: '',
    coverImg: '',
    teacherName: '',
    lectureType: 3 as const,
    price: '99.00',
    isCharge: true,
    studyCount: 0,
  }))
  return { records, total, current: 1, pages: Math.ceil(total / 4), size: 4, more: total >= 500 }
}

describe('searchOptions', () => {
  it('offers history, then hot searches while the box is empty', () => {
    const options = searchOptions(
      '  ',
      { text: '', found: undefined },
      ['剪辑'],
      [
        { courseName: '插画', url: null },
        { courseName: '新课', url: '/classes/3' },
      ],
    )
    expect(options.map((option) => [option.kind, option.href])).toEqual([
      ['history', '/search?searchText=%E5%89%AA%E8%BE%91'],
      ['hot', '/search?searchText=%E6%8F%92%E7%94%BB'],
      ['hot', '/classes/3'],
    ])
  })
  it('leads to all results only when there are more', () => {
    expect(searchOptions('水彩', { text: '水彩', found: found(4, 9) }, [], []).at(-1)).toMatchObject({
      kind: 'more',
      href: '/search?searchText=%E6%B0%B4%E5%BD%A9',
    })
    expect(searchOptions('水彩', { text: '水彩', found: found(4, 4) }, [], []).map((option) => option.kind)).toEqual([
      'hit',
      'hit',
      'hit',
      'hit',
    ])
  })
  it('says that there are more than were counted', () => {
    const options = searchOptions('水彩', { text: '水彩', found: found(4, 500) }, [], [])
    expect(options.at(-1)?.text).toBe('查看更多，共 500+ 条')
  })
  it('is empty until the answer for the text is there', () => {
    expect(searchOptions('水彩', { text: '', found: undefined }, ['剪辑'], [])).toEqual([])
  })
})
