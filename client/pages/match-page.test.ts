import { describe, expect, it } from 'vitest'
import { definePage, type Page } from './define-page.ts'
import { createPageMatcher } from './match-page.ts'

function page(id: string, path: string, where: Record<string, RegExp> = {}): Page {
  return definePage(id, {
    path,
    where,
    layout: 'base',
    cache: 'never',
    head: () => ({ title: '', description: '', canonical: '/' }),
    component: async () => () => null,
  } as Parameters<typeof definePage>[1])
}

const match = createPageMatcher([
  page('home', '/'),
  page('detail', '/classes/:id', { id: /[1-9]\d{0,15}/ }),
  page('list', '/classes/:p1?/:p2?/:p3?'),
  page('article', '/article/:id.html', { id: /\d+/ }),
  page('articles', '/article/:category?/:page?', { category: /[a-z0-9]+/ }),
])

function found(path: string): [string, Record<string, string | undefined>] | undefined {
  const result = match(path)
  return result && [result.page.id, result.params]
}

describe('an address', () => {
  it('digits alone are the detail, more segments the list', () => {
    expect(found('/classes/12')).toEqual(['detail', { id: '12' }])
    expect(found('/classes/12/3')).toEqual(['list', { p1: '12', p2: '3', p3: undefined }])
    expect(found('/classes/12abc')?.[0]).toBe('list')
  })
  it('with more segments than its page has is unknown', () => {
    expect(found('/classes/a/b/1/z')).toBeUndefined()
  })
  it('takes the dot of .html literally', () => {
    expect(found('/article/123.html')).toEqual(['article', { id: '123' }])
    expect(found('/article/123xhtml')?.[0]).toBe('articles')
    expect(found('/article/123.html/2')).toBeUndefined()
    expect(found('/article/abc.html')).toBeUndefined()
  })
  it('is decoded', () => {
    expect(found('/classes/%E6%8F%92%E7%94%BB')).toEqual(['list', { p1: '插画', p2: undefined, p3: undefined }])
  })
  it('a malformed or dangerous escape is unknown, never an error', () => {
    for (const path of ['/classes/%zz', '/classes/a%2fb', '/classes/%00', '/classes/%E6%8F'])
      expect(found(path)).toBeUndefined()
  })
  it('is case-sensitive and knows no trailing slash', () => {
    expect(found('/Classes/12')).toBeUndefined()
    expect(found('/classes/12/')).toBeUndefined()
  })
})
