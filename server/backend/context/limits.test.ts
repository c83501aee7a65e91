import { expect, test } from 'vitest'
import { createLimits } from './limits.ts'

test('a refused crowd keeps nobody out once places return', async () => {
  const limits = createLimits({ points: { passwordSolved: 10 } })
  const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => limits.take('passwordSolved', 'account')))
  expect(crowd.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expect(limits.check('passwordSolved', 'account')).rejects.toMatchObject({ status: 429 })
  await Promise.all(Array.from({ length: 10 }, () => limits.giveBack('passwordSolved', 'account')))
  await limits.check('passwordSolved', 'account')
  expect(await limits.take('passwordSolved', 'account')).toBe(1)
})

test('who went over a limit that locks stays locked out', async () => {
  const limits = createLimits()
  for (let failure = 0; failure < 4; failure++) await limits.take('captchaFailed', 'browser')
  await limits.check('captchaFailed', 'browser')
  await expect(limits.take('captchaFailed', 'browser')).rejects.toMatchObject({ status: 429 })
  await expect(limits.check('captchaFailed', 'browser')).rejects.toMatchObject({ status: 429 })
})
