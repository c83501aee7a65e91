import { expect, it } from 'vitest'
import { isSameAnswer } from '#client/features/exam/answer-state.ts'

it('options count without their order', () => {
  expect(isSameAnswer({ options: [3, 1] }, { options: [1, 3] })).toBe(true)
  expect(isSameAnswer({ options: [1] }, { options: [1, 3] })).toBe(false)
})
it('blanks count by their places', () => {
  expect(isSameAnswer({ blanks: ['甲', ''] }, { blanks: ['甲'] })).toBe(true)
  expect(isSameAnswer({ blanks: ['', '甲'] }, { blanks: ['甲', ''] })).toBe(false)
})
it('a file is the same whatever signs its address', () => {
  expect(isSameAnswer({ files: ['/a.png?sign=1'] }, { files: ['/a.png?sign=2'] })).toBe(true)
  expect(isSameAnswer({ files: ['/a.png'] }, { files: ['/b.png'] })).toBe(false)
})
it('no answer is unlike a wrong one', () => {
  expect(isSameAnswer({}, { isTrue: false })).toBe(false)
  expect(isSameAnswer({}, { text: '' })).toBe(true)
})
