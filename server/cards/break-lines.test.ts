import fc from 'fast-check'
import { expect, it } from 'vitest'
import { breakLines, textUnits } from './break-lines.ts'

/** Chinese characters and marks are one em wide, others half. */
const measure = (text: string): number =>
  [...text].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0x2000 ? 1 : 0.5), 0)

it('A line never begins with a closing mark', () => {
  const { lines } = breakLines('谈《固有色》、《环境色》与“灰”（上）：为什么？', 5, 9, measure)
  for (const line of lines) {
    expect(line).not.toMatch(/^[、：”》）？]/)
    expect(line).not.toMatch(/[《“（]$/)
  }
  expect(lines.join('')).toBe('谈《固有色》、《环境色》与“灰”（上）：为什么？')
})

it('Latin words and numbers stay whole, longer ones are cut', () => {
  expect(textUnits('用 JavaScript 写 2.5D')).toEqual(['用', ' ', 'JavaScript', ' ', '写', ' ', '2.5D'])
  const { lines } = breakLines('Donaudampfschifffahrtsgesellschaft', 5, 9, measure)
  expect(lines.every((line) => measure(line) <= 5)).toBe(true)
  expect(lines.join('')).toBe('Donaudampfschifffahrtsgesellschaft')
})

it('A title breaks where one breathes, in even lines', () => {
  expect(breakLines('风景色彩入门：从一张照片到一幅画', 10, 3, measure).lines).toEqual([
    '风景色彩入门：',
    '从一张照片到一幅画',
  ])
  expect(breakLines('一所教手艺的网上学校。', 9, 2, measure).lines).toEqual(['一所教手艺的', '网上学校。'])
})

it('What has no room ends with an ellipsis', () => {
  const { lines, isCut } = breakLines('很长'.repeat(60), 8, 3, measure)
  expect(isCut).toBe(true)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatch(/^(很长)+很?…$/)
})

it('An empty text has no lines', () => {
  expect(breakLines('', 8, 3, measure)).toMatchObject({ lines: [], isCut: false })
  expect(breakLines('  ', 8, 3, measure).lines).toEqual([])
})

it('No line is wider than its room, nothing is lost', () => {
  const pieces = fc.constantFrom(
    '学',
    '画',
    '《',
    '》',
    '，',
    '“',
    '”',
    '…',
    '—',
    'a',
    'B7',
    ' ',
    '😀',
    '（',
    '）',
    'word',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.integer({ min: 3, max: 14 }), (parts, width) => {
      const text = parts.join('')
      const { lines, isCut } = breakLines(text, width, 3, measure)
      expect(lines.length).toBeLessThanOrEqual(3)
      if (!isCut) expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
    }),
  )
})
