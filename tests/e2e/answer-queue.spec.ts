import { expect, type Locator, type Page } from 'playwright/test'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { newLearner, newSeat, openRoom, roomFaults } from '../support/room-steps.ts'

const room = '/solutionRoom/1'

async function queueWith(page: Page, question: string): Promise<void> {
  await page.getByRole('button', { name: '我要提问' }).click()
  await page.getByRole('textbox', { name: '要问什么' }).fill(question)
  await page.getByRole('button', { name: '排队', exact: true }).click()
}

const place = (page: Page): Locator => page.getByRole('region', { name: /^(排队提问|你在第 \d 位|轮到你了)$/ })

test('learners queue with questions, staff call one by one', async ({ browser }) => {
  test.setTimeout(120_000)
  const staff = await newSeat(browser)
  const phone = developerAccounts.find(({ key }) => key === 'education')?.phone ?? ''
  await logInBrowser(staff.context(), { phone, password: developerPassword })
  const [one, two] = [await newLearner(browser), await newLearner(browser)]
  for (const page of [staff, one, two]) await openRoom(page, room)

  await test.step('without words nobody queues', async () => {
    await one.getByRole('button', { name: '我要提问' }).click()
    await one.getByRole('button', { name: '排队', exact: true }).click()
    await expect(one.getByText('先写下要问什么')).toBeVisible()
    await one.getByRole('button', { name: '取消' }).click()
  })
  await test.step('each knows their place', async () => {
    await queueWith(one, '透视为什么会反')
    await expect(place(one)).toContainText('你在第 1 位')
    await queueWith(two, '第二张作业的明暗')
    await expect(place(two)).toContainText('你在第 2 位')
    expect(await roomFaults(two)).toEqual([])
  })
  await test.step('whoever is called is told at once, and gives the turn on', async () => {
    await expect(staff.getByText('2 人在等')).toBeVisible({ timeout: 20_000 })
    await expect(staff.getByText('透视为什么会反')).toBeVisible()
    expect(await roomFaults(staff)).toEqual([])
    await staff.getByRole('button', { name: '叫下一位' }).click()
    await expect(place(one)).toContainText('轮到你了')
    await expect(one.getByRole('log')).toContainText('轮到你提问')
    await expect(two.getByRole('log')).toContainText(/轮到 同学\d{4} 提问/)
    await one.getByRole('button', { name: '我问完了' }).click()
    await expect(place(one)).toContainText('排队提问')
    await expect(place(two)).toContainText('你在第 1 位', { timeout: 20_000 })
  })
  await test.step('a place is there again after the page was loaded anew', async () => {
    await openRoom(two, room)
    await expect(place(two)).toContainText('你在第 1 位')
    await two.getByRole('button', { name: '不排了' }).click()
    await expect(place(two)).toContainText('没有人在排队')
  })
  await Promise.all([staff, one, two].map((page) => page.context().close()))
})
