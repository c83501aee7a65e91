import { expect, test } from 'vitest'
import { waitText } from '#server/backend/base/wait-text.ts'
import { type SentCode, waitBeforeSend } from './sms-wait.ts'

test.each([
  [1, '1 秒'],
  [59_001, '60 秒'],
  [119_000, '119 秒'],
  [120_000, '2 分钟'],
  [600_001, '11 分钟'],
  [3_540_001, '1 小时'],
  [3_600_000, '1 小时'],
  [12_000_000, '3 小时 20 分钟'],
])('%d ms is said as %s', (ms, text) => {
  expect(waitText(ms)).toBe(text)
})

const now = 1_000_000_000
const sent = (secondsAgo: number, channel: SentCode['channel'] = 'SMS', failed = false): SentCode => ({
  channel,
  sentAt: new Date(now - secondsAgo * 1000),
  failedAt: failed ? new Date(now - secondsAgo * 1000) : null,
})

test.each([
  ['nothing yet', [], 0],
  ['one 59 seconds ago', [sent(59)], 1000],
  ['one a minute ago', [sent(60)], 0],
  ['a call a moment ago', [sent(1, 'VOICE_CODE')], 0],
  ['one that failed a moment ago', [sent(1, 'SMS', true)], 0],
  ['five in the hour, the first 50 minutes ago', [50, 40, 30, 20, 10].map((minutes) => sent(minutes * 60)), 600_000],
  [
    'five in the hour, failed ones and calls among them',
    [sent(3000), sent(2400, 'VOICE_CODE'), sent(1800, 'SMS', true), sent(1200), sent(600)],
    600_000,
  ],
  [
    'seven in the hour: the third oldest must leave it',
    [50, 45, 40, 35, 30, 20, 10].map((minutes) => sent(minutes * 60)),
    1_200_000,
  ],
  ['ten in 24 hours', Array.from({ length: 10 }, (_, index) => sent((23 - index * 2) * 3600)), 3_600_000],
])('%s', (_what, list, wait) => {
  expect(waitBeforeSend(list, 'SMS', now)).toBe(wait)
})
