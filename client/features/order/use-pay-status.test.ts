import { expect, it } from 'vitest'
import { payPollMs } from './use-pay-status.ts'

it('asks every two seconds, then more seldom, four a minute', () => {
  expect(payPollMs(0)).toBe(2000)
  expect(payPollMs(29)).toBe(2000)
  expect(payPollMs(30)).toBeGreaterThan(2000)
  expect(payPollMs(31)).toBeGreaterThan(payPollMs(30))
  expect(payPollMs(500)).toBe(15_000)
})
