import { expect, it } from 'vitest'
import { isOpenAddress } from '#shared/rules/open-address.ts'

it.each(['/', '/article/1.html', 'https://example.com/a?b=c'])('%s may hang in a room', (address) =>
  expect(isOpenAddress(address)).toBe(true),
)

it.each([
  '',
  'article',
  'http://example.com/',
  '//example.com',
  '/\\example.com',
  'https://a:b@example.com/',
  'javascript:alert(1)',
  `/${'a'.repeat(2048)}`,
])('%s may not', (address) => expect(isOpenAddress(address)).toBe(false))
