import { expect, it } from 'vitest'
import { cueAt, findCues } from '#client/features/play/player/use-captions.ts'

const cues = [
  { start: 1, end: 3, text: '先找太阳' },
  { start: 4, end: 6, text: '再找 Shadow' },
  { start: 9, end: 12, text: '影子的颜色来自天空' },
]

it('the transcript is searched whatever the case', () => {
  expect(findCues(cues, ' shadow ')).toEqual([cues[1]])
  expect(findCues(cues, '')).toEqual(cues)
  expect(findCues(cues, '月亮')).toEqual([])
})
it('the current line is the last that has begun', () => {
  expect(cueAt(cues, 0)).toBe(-1)
  expect(cueAt(cues, 4)).toBe(1)
  expect(cueAt(cues, 8)).toBe(1)
  expect(cueAt(cues, 60)).toBe(2)
})
