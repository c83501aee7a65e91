import { expect, it } from 'vitest'
import { initialOf } from '#client/features/session/avatar.tsx'

it.each([
  ['林知夏', '林'],
  ['  momo', 'M'],
  ['😀笑', '😀'],
  ['', '学'],
])('The letter of %j is %s', (nickname, letter) => {
  expect(initialOf(nickname)).toBe(letter)
})
