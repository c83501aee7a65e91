import { hashKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { hashCall } from './prepare-page.ts'

it.each([
  [['GET /api/a', {}]],
  [['GET /api/a', { a: 1, b: '"<甲' }]],
  [['GET /api/a', { b: 1, a: 2 }]],
  [['GET /api/a', { a: undefined, b: true }]],
  [['GET /api/a', { a: { d: 1, c: 2 } }]],
  [['GET /api/a', { a: [2, 1], b: null }]],
  [['GET /api/a', { 10: 'x', 9: 'y' }]],
  [['GET /api/a']],
  [['GET /api/a', 'text']],
  [['GET /api/a', null, 1]],
])('The server names %j as the browser does', (key) => {
  expect(hashCall(key)).toBe(hashKey(key))
})
