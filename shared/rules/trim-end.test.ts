import { expect, it } from 'vitest'
import { trimEndOf, withoutEndSlashes } from './trim-end.ts'

it('loses the characters at its end and no others', () => {
  expect(trimEndOf('a，b， ', '， ')).toBe('a，b')
  expect(trimEndOf('a', '，')).toBe('a')
  expect(trimEndOf('，，', '，')).toBe('')
  expect(trimEndOf('', '，')).toBe('')
})

it('a path loses its last slashes, however many there are', () => {
  expect(withoutEndSlashes('/a/b//')).toBe('/a/b')
  expect(withoutEndSlashes('/'.repeat(100_000))).toBe('')
  expect(withoutEndSlashes(`${'/'.repeat(100_000)}a`)).toHaveLength(100_001)
})
