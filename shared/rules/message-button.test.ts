import { expect, it } from 'vitest'
import { messageButtonUrl } from '#shared/rules/message-button.ts'

it.each(['/user/order?id=1', 'https://example.com/a', 'http://example.com/'])('a button leads to %s', (url) => {
  expect(messageButtonUrl(url)).toBe(url)
})

it.each([
  null,
  '',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//evil.example/a',
  '/\\evil.example',
  'https:\\\\evil.example',
  'https://a:b@evil.example/',
  ' https://example.com',
  'course/1',
  '/a\nb',
])('a button never leads to %o', (url) => {
  expect(messageButtonUrl(url)).toBeUndefined()
})
