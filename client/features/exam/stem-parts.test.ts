import { expect, it } from 'vitest'
import { stemParts } from '#client/features/exam/stem-parts.ts'

it('blanks stand where the stem marks them', () => {
  expect(stemParts('影子叫 ____，比晴天的更 ＿＿＿。', 2)).toEqual(['影子叫 ', '，比晴天的更 ', '。'])
})
it('a stem that marks another number keeps them below', () => {
  expect(stemParts('影子叫 ____。', 2)).toEqual(['影子叫 ____。'])
  expect(stemParts('影子叫什么？', 1)).toEqual(['影子叫什么？'])
})
it('names with underscores are no blanks', () => {
  expect(stemParts('snake_case 和 __init__ 是什么？', 1)).toEqual(['snake_case 和 __init__ 是什么？'])
})
