import { describe, expect, it } from 'vitest'
import { cleanSearchText } from '#shared/rules/search-text.ts'

describe('cleanSearchText', () => {
  it('trims, folds blanks and cuts', () => {
    expect(cleanSearchText('  水彩   静物 ')).toBe('水彩 静物')
    expect(cleanSearchText(null)).toBe('')
    expect(cleanSearchText('长'.repeat(80))).toHaveLength(64)
  })
  it('cuts between characters, never inside of one', () => {
    expect([...cleanSearchText('🎨'.repeat(80))]).toEqual(Array.from({ length: 64 }, () => '🎨'))
  })
  it('takes control, direction and broken characters for blanks', () => {
    expect(cleanSearchText('水\u0000彩\u202e\u200b画')).toBe('水 彩 画')
    expect(cleanSearchText('\ud800水彩')).toBe('水彩')
    expect(cleanSearchText('\u0000\n\t')).toBe('')
  })
})
