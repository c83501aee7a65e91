import { describe, expect, it } from 'vitest'
import { pageTitle } from './page-title.ts'

describe('a page title', () => {
  it('ends in the brand', () => {
    expect(pageTitle('课程', '学园', '')).toBe('课程 - 学园')
  })
  it('says the environment in front, if there is one', () => {
    expect(pageTitle('课程', '学园', 'test')).toBe('[test] 课程 - 学园')
  })
  it('names the brand once', () => {
    expect(pageTitle('学园', '学园', '')).toBe('学园')
  })
})
