import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const origin = 'https://school.example'

describe('an address to go to after something', () => {
  it.each([
    ['/classes', '/classes'],
    ['/course/design?sort=new#top', '/course/design?sort=new#top'],
    ['https://school.example/live/list', '/live/list'],
    ['/a/../course', '/course'],
  ])('is internal: %s', (value, to) => {
    expect(safeRedirect(value, origin)).toBe(to)
  })
  it.each([
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'http://school.example/',
    'https://school.example.evil.example/',
    'https://user@school.example/',
    'https://school.example:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'java\tscript:alert(1)',
    '/\t/evil.example',
    ' /classes',
    'classes',
    '/%0d%0aSet-Cookie:x\r\n',
    'https:evil.example',
    '/..//evil.example',
  ])('is refused: %j', (value) => {
    expect(safeRedirect(value, origin)).toBeUndefined()
  })
  it('never leaves the site, whatever is written', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      'evil.example',
      '@',
      ':',
      'https:',
      'school.example',
      '.',
      '..',
      '?',
      '#',
      '\t',
      '%2f',
      ' ',
      'a',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const to = safeRedirect(pieces.join(''), origin)
        if (to !== undefined) expect(new URL(to, origin).origin).toBe(origin)
      }),
      { numRuns: 2000 },
    )
  })
  it('is absent when none was given', () => {
    expect(safeRedirect(null, origin)).toBeUndefined()
  })
})
