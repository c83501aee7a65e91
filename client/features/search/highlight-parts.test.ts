import { describe, expect, it } from 'vitest'
import { highlightParts } from '#client/features/search/highlight-parts.ts'

const marked = (text: string, search: string): string =>
  highlightParts(text, search)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

describe('highlightParts', () => {
  it('marks every occurrence', () => {
    expect(marked('水彩静物与水彩风景', '水彩')).toBe('[水彩]静物与[水彩]风景')
  })
  it('ignores case and marks several words', () => {
    expect(marked('JavaScript 从头写起', 'javascript 从头')).toBe('[JavaScript] [从头]写起')
  })
  it('takes signs literally', () => {
    expect(marked('C++ 入门 (上)', 'c++ (')).toBe('[C++] 入门 [(]上)')
  })
  it('looks for the first hundred characters of a search', () => {
    const words = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(' ')
    expect(marked('\u4e00\u4e31', words)).toBe('[\u4e00][\u4e31]')
    expect(marked('\u4e32\u4e3b', words)).toBe('\u4e32\u4e3b')
  })
  it('leaves the text whole without a search', () => {
    expect(highlightParts('插画', '  ')).toEqual([{ at: 0, text: '插画', hit: false }])
  })
})
