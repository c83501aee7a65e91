import { expect } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { test } from '../support/learner-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { behindClock, findOpenClass, newLearner, openRoom, roomFaults } from '../support/room-steps.ts'

test('two learners who come at different moments see the same second of a film on the clock', async ({ browser }) => {
  test.setTimeout(90_000)
  const [one, two] = [await newLearner(browser), await newLearner(browser)]
  const path = await findOpenClass(one.context(), 'aiLive')
  await openRoom(one, path)
  await expect(one.getByText('录播直播', { exact: true })).toBeVisible()
  await expect(one.getByRole('button', { name: '课间抽奖' })).toBeVisible()
  await behindClock(one)
  await openRoom(two, path)
  await behindClock(two)
  await expect.poll(async () => Math.abs((await behindClock(one)) - (await behindClock(two))), { timeout: 20_000 }).toBeLessThanOrEqual(1)
  expect(await roomFaults(two)).toEqual([])
  await Promise.all([one, two].map((page) => page.context().close()))
})

test('rooms for questions, with their door, and classes to come fit a narrow screen and break no rules of access', async ({ browser }) => {
  test.setTimeout(90_000)
  const page = await newLearner(browser)
  const { request } = page.context()
  await test.step('a room that everybody may be in', async () => {
    await openRoom(page, '/solutionRoom/1')
    expect(await roomFaults(page)).toEqual([])
  })
  await test.step('one behind a password', async () => {
    await openPage(page, '/solutionRoom/2')
    await page.getByRole('button', { name: '输入密码' }).click()
    await page.getByLabel('密码', { exact: true }).fill('wrong-one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('密码不对，再看看老师发的通知')).toBeVisible()
    expect(await roomFaults(page)).toEqual([])
  })
  await test.step('a class that has not begun', async () => {
    const { records } = await callSite<{ records: { periodId: number; liveStatus: number }[] }>(request, '/api/home/open-live?pageSize=16')
    const next = records.find(({ liveStatus }) => liveStatus === 1)
    if (!next) throw new Error('No class is to come.')
    await openPage(page, `/course/live/play/${next.periodId}`)
    await expect(page.getByText('还没有上课').first()).toBeVisible()
    expect(await roomFaults(page)).toEqual([])
  })
  await page.context().close()
})
