import { expect, it } from 'vitest'
import { readWhichLesson } from '#client/pages/play/video-input.ts'

const read = (id: string | undefined, query = '') => readWhichLesson(id, new URLSearchParams(query))

it('an address means its path’s lesson in its query’s class', () => {
  expect(read('12')).toEqual({ periodId: 12 })
  expect(read('12', 'courseId=3&scheduleId=4')).toEqual({ periodId: 12, scheduleId: 4 })
})
it('without a lesson it means the course’s last one', () => {
  expect(read(undefined, 'courseId=3')).toEqual({ courseId: 3 })
})
it('anything else is no page', () => {
  for (const [id, query] of [
    [undefined, ''],
    ['0', ''],
    ['99999999999999999999', 'courseId=3'],
    [undefined, 'courseId=x'],
  ] as const)
    expect(() => read(id, query)).toThrow('内容不存在')
})
