import { describe, expect, it } from 'vitest'
import { messageDateText } from '#shared/rules/message-date.ts'

const at = (text: string): number => Date.parse(`${text}+08:00`)
const now = at('2026-03-11T00:30:00')

describe('the date of a message', () => {
  it.each([
    ['2026-03-11T00:00:00', '今天'],
    ['2026-03-11T23:59:00', '今天'],
    ['2026-03-10T23:59:59', '昨天'],
    ['2026-03-09T00:00:00', '前天'],
    ['2026-03-08T12:00:00', '3天前'],
    ['2026-02-10T12:00:00', '29天前'],
    ['2026-02-09T12:00:00', '1个月前'],
    ['2025-03-17T12:00:00', '11个月前'],
    ['2025-03-16T12:00:00', '2025-03-16'],
    ['2024-02-29T12:00:00', '2024-02-29'],
  ])('%s is %s', (time, text) => {
    expect(messageDateText(at(time), now)).toBe(text)
  })
})
