import { expect, test } from 'vitest'
import { exportPollMs, sizeText } from './export-poll.ts'

test('an export is asked for ever less often', () => {
  const waits = [1, 2, 3, 4, 50].map(exportPollMs)
  expect(waits).toEqual([1500, 2250, 3375, 5063, 20_000])
})

test.each([
  [0, '1 KB'],
  [800 * 1024, '800 KB'],
  [3.44 * 1024 * 1024, '3.4 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
