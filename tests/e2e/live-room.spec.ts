import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import { logInSeeded } from '../support/care-steps.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { findOpenClass, newLearner, openRoom, saidTexts, say, sayUntilHeard } from '../support/room-steps.ts'

async function newPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', extraHTTPHeaders: ownAddress() })
  return { context, page: await context.newPage() }
}

test.describe.configure({ mode: 'serial' })

test('a teacher and two learners sit in one class: they talk, the teacher keeps order, and a cut line loses nothing', async ({ browser }) => {
  test.setTimeout(200_000)
  const [teacher, one, two] = await Promise.all([newPage(browser), newPage(browser), newPage(browser)])
  await logInSeeded(teacher.page, 'teacher')
  await newLearner(one.context)
  await newLearner(two.context)
  const path = await findOpenClass(teacher.context, 'live')
  for (const { page } of [teacher, one, two]) await openRoom(page, path)

  await test.step('what one says is read by all, as text', async () => {
    await say(one.page, '老师好 <b>粗</b>')
    for (const { page } of [teacher, one, two]) await expect(page.getByRole('log')).toContainText('老师好 <b>粗</b>')
    await say(teacher.page, '大家好')
    await expect(two.page.locator('[data-seq]').filter({ hasText: '大家好' })).toContainText('老师')
  })

  await test.step('a muted learner can’t write, and knows until when', async () => {
    await teacher.page.locator('[data-seq]').filter({ hasText: '老师好' }).hover()
    await teacher.page.locator('[data-seq]').filter({ hasText: '老师好' }).getByRole('button', { name: /的消息操作$/ }).click()
    await teacher.page.getByRole('dialog').getByRole('button', { name: '10 分钟' }).click()
    await expect(one.page.getByRole('textbox', { name: '说点什么' })).toBeDisabled()
    await expect(one.page.getByText(/^你被禁言了，.* 后可以发言$/)).toBeVisible()
    await teacher.page.locator('[data-seq]').filter({ hasText: '老师好' }).hover()
    await teacher.page.locator('[data-seq]').filter({ hasText: '老师好' }).getByRole('button', { name: /的消息操作$/ }).click()
    await teacher.page.getByRole('dialog').getByRole('button', { name: '解除禁言' }).click()
    await expect(one.page.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
  })

  await test.step('a recalled message is gone for everybody', async () => {
    await say(two.page, '这句要收回')
    await expect(one.page.getByRole('log')).toContainText('这句要收回')
    await two.page.locator('[data-seq]').filter({ hasText: '这句要收回' }).hover()
    await two.page.locator('[data-seq]').filter({ hasText: '这句要收回' }).getByRole('button', { name: /的消息操作$/ }).click()
    await two.page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    for (const { page } of [teacher, one, two]) {
      await expect(page.getByRole('log')).not.toContainText('这句要收回')
      await expect(page.getByRole('log')).toContainText('撤回了一条消息')
    }
  })

  await test.step('a present shows in everybody’s chat', async () => {
    await one.page.getByRole('button', { name: '送礼物' }).click()
    await one.page.getByRole('list', { name: '礼物' }).getByRole('button').first().click()
    for (const { page } of [teacher, two]) await expect(page.getByRole('log')).toContainText('送出')
  })

  await test.step('after a reload everything is there again', async () => {
    await one.page.reload()
    await expect(one.page.getByRole('log')).toContainText('大家好')
    await expect(one.page.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
  })

  await test.step('a line that was cut while fifty messages were said has all of them, once and in order', async () => {
    const said = Array.from({ length: 50 }, (_, index) => `第 ${index + 1} 句话`)
    await two.context.setOffline(true)
    await expect(two.page.getByText('网络中断，正在重连…')).toBeVisible()
    // Two speak in turns: each may say one thing a second.
    for (const [index, words] of said.entries()) await sayUntilHeard(index % 2 === 0 ? teacher.page : one.page, words)
    await two.context.setOffline(false)
    await expect(two.page.getByText('网络中断，正在重连…')).toBeHidden({ timeout: 40_000 })
    await expect(two.page.getByRole('log')).toContainText('第 50 句话')
    expect((await saidTexts(two.page)).filter((text) => /^第 \d+ 句话$/.test(text))).toEqual(said)
  })

  await test.step('nothing in the room is out of reach', async () => {
    for (const width of [1440, 390]) {
      await two.page.setViewportSize({ width, height: 844 })
      const { violations } = await new AxeBuilder({ page: two.page }).analyze()
      expect(violations).toEqual([])
      expect(await two.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      // nothing lies over the player's own bar
      await two.page.getByRole('button', { name: '全屏', exact: true }).click({ trial: true })
    }
  })
  await Promise.all([teacher, one, two].map(({ context }) => context.close()))
})

test('a visitor is asked to log in, and an unknown room says so', async ({ page, account }) => {
  await openPage(page, '/course/live/play/999999999')
  await expect(page.getByRole('dialog')).toBeVisible()
  await logInBrowser(page.context(), account)
  await openPage(page, '/course/live/play/999999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这间教室')
})
