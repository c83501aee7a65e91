import AxeBuilder from '@axe-core/playwright'
import { expect } from 'playwright/test'
import { test } from '../support/learner-browser.ts'
import { ownAddress } from '../support/login-steps.ts'
import { behindClock, findOpenClass, newLearner, openRoom } from '../support/room-steps.ts'

test('two learners who come at different moments see the same second of a film on the clock', async ({ browser }) => {
  test.setTimeout(90_000)
  const open = () => browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', extraHTTPHeaders: ownAddress() })
  const [first, second] = await Promise.all([open(), open()])
  await newLearner(first)
  await newLearner(second)
  const path = await findOpenClass(first, 'aiLive')
  const [one, two] = await Promise.all([first.newPage(), second.newPage()])
  await openRoom(one, path)
  await expect(one.getByText('录播直播', { exact: true })).toBeVisible()
  await behindClock(one)
  await openRoom(two, path)
  await behindClock(two)
  await expect.poll(async () => Math.abs((await behindClock(one)) - (await behindClock(two))), { timeout: 20_000 }).toBeLessThanOrEqual(1)
  for (const width of [1440, 390]) {
    await two.setViewportSize({ width, height: 844 })
    const { violations } = await new AxeBuilder({ page: two }).analyze()
    expect(violations).toEqual([])
  }
  await Promise.all([first.close(), second.close()])
})
