import { describe, expect, it } from 'vitest'
import { withTerm } from '#client/features/search/search-history.ts'

describe('withTerm', () => {
  it('puts the newest first and keeps five distinct terms', () => {
    let terms: readonly string[] = []
    for (const term of ['插画', '剪辑', '混音', '水彩', '版式', '写作']) terms = withTerm(terms, term)
    expect(terms).toEqual(['写作', '版式', '水彩', '混音', '剪辑'])
    expect(withTerm(terms, '水彩')).toEqual(['水彩', '写作', '版式', '混音', '剪辑'])
  })
  it('trims, and ignores blank text', () => {
    expect(withTerm([], '  插画 ')).toEqual(['插画'])
    expect(withTerm(['插画'], '   ')).toEqual(['插画'])
  })
})
