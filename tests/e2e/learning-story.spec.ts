import { expect as impatient, type Page } from 'playwright/test'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { overhang } from '../support/axe.ts'
import { askToPay, confirmPayment } from '../support/buying-steps.ts'
import { test } from '../support/learner-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { newOwnSeat, type OwnClassroom, startOwnClassroom } from '../support/own-classroom.ts'
import { keepPicture, openRoom } from '../support/room-steps.ts'

/** One machine carries the school and its browsers: each wait may be long, none is a pause. */
const expect = impatient.configure({ timeout: 40_000 })

test.describe('a class, from its price to its notes', () => {
  test.describe.configure({ mode: 'serial', timeout: 200_000 })
  let school: OwnClassroom
  let learner: Page
  let teacher: Page

  test.beforeAll(async ({ browser }) => {
    // a hook doesn't get the tests' time by itself
    test.setTimeout(200_000)
    school = await startOwnClassroom()
    learner = await newOwnSeat(browser, school, 'buyer')
    teacher = await newOwnSeat(browser, school, 'teacher')
  })
  test.afterAll(async () => {
    await Promise.all([learner, teacher].map((page) => page?.context().close()))
    await school?.stop()
  })

  const at = (path: string): string => `${school.base}${path}`
  const dayPage = (): string => at(`/user/timetable?date=${shanghaiDay(school.data.offered.begin)}`)
  const rowOn = (page: Page) => page.getByRole('listitem').filter({ hasText: school.data.offered.title }).first()
  const secondOf = (page: Page): Promise<number> =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

  /** Wherever the course is shown, it is theirs now, and nobody asks for money again. */
  async function expectOwned(): Promise<void> {
    await openPage(learner, at(school.data.offered.course))
    await expect(learner.getByText('已报名', { exact: true })).toBeVisible()
    await expect(learner.getByRole('button', { name: '立即报名' })).toHaveCount(0)
    await openPage(learner, at('/user/order'))
    await expect(learner.getByRole('article').filter({ hasText: '一盏灯下的静物' }).getByText('已支付')).toHaveCount(1)
    await openPage(learner, at('/user/course?over=1'))
    await expect(learner.getByRole('listitem').filter({ hasText: '一盏灯下的静物' }).first()).toBeVisible()
  }

  test('is paid once, and theirs wherever it is shown', async () => {
    await openPage(learner, at(school.data.offered.course))
    await expect(learner.getByText('已报名')).toHaveCount(0)
    await learner.getByRole('button', { name: '立即报名' }).first().click()
    // there is one class: nothing is to be chosen
    await learner.waitForURL('**/order/pay/**')
    await confirmPayment(learner, await askToPay(learner))
    await expect(learner.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
    await expectOwned()
  })

  test('stands in the timetable, opening at its time', async () => {
    const page = await learner.context().newPage()
    await page.clock.install({ time: Date.now() })
    await openPage(page, dayPage())
    const row = rowOn(page)
    await expect(row.getByText(/开门$/)).toBeVisible()
    await expect(row.getByRole('button', { name: '进入教室' })).toBeDisabled()
    await keepPicture(page, 'story-1-waiting')
    // an answer would tell the server's time, by which the browser's clock is put right
    await page.route('**/api/**', (route) => route.abort())
    await page.clock.fastForward(school.data.offered.begin - Date.now() - 29 * 60_000)
    await expect(row.getByText(/^还有 2\d 分钟$/)).toBeVisible()
    await page.unroute('**/api/**')
    await row.getByRole('link', { name: `进入教室：${school.data.offered.title}` }).click()
    await expect(page).toHaveURL(new RegExp(school.data.offered.room))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(school.data.offered.title)
    await expect(page.getByText('¥199')).toHaveCount(0)
    await page.close()
  })

  test('is held, and is a replay in the timetable then', async () => {
    await openRoom(teacher, school.data.offered.room, school.base)
    const press = async (what: string, sure: string): Promise<void> => {
      await teacher.getByRole('button', { name: '管理课堂' }).click()
      await teacher.getByRole('button', { name: what }).click()
      await teacher.getByRole('button', { name: sure }).click()
    }
    await press('现在开始', '确定开始')
    await openPage(learner, dayPage())
    await expect(rowOn(learner).getByText('正在上课')).toBeVisible()
    await rowOn(learner)
      .getByRole('link', { name: /^进入教室/ })
      .click()
    await expect(learner.getByRole('textbox', { name: '说点什么' })).toBeEnabled()
    await teacher.reload()
    await press('结束这节课', '确定下课')
    await expect(learner.getByRole('heading', { name: '下课了' })).toBeVisible()
    await openPage(learner, dayPage())
    await keepPicture(learner, 'story-2-over')
    await rowOn(learner)
      .getByRole('link', { name: /^看回放/ })
      .click()
    await learner.getByRole('button', { name: '看回放' }).click()
    await expect.poll(() => secondOf(learner)).toBeGreaterThan(0.3)
  })

  test('keeps a note that leads to its second again', async () => {
    await learner.locator('video').evaluate((video: HTMLVideoElement) => {
      video.pause()
      video.currentTime = 12
    })
    await expect.poll(() => secondOf(learner)).toBe(12)
    await learner.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await learner.keyboard.press('n')
    const field = learner.getByRole('textbox', { name: '在 00:12 的笔记' })
    await expect(field).toBeFocused()
    await learner.keyboard.type('影子比灯低')
    await learner.keyboard.press('Control+Enter')
    await expect(learner.getByRole('list', { name: '这节课的笔记' })).toContainText('影子比灯低')
    await keepPicture(learner, 'story-3-note')

    await openPage(learner, at('/user/course?tab=note'))
    const note = learner.getByRole('list', { name: '笔记', exact: true }).getByRole('listitem')
    await expect(note).toContainText('影子比灯低')
    await learner.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(learner)).toBeLessThanOrEqual(0)
    await keepPicture(learner, 'story-4-notes-narrow')
    await learner.setViewportSize({ width: 1440, height: 900 })
    await note.getByRole('link', { name: '去看 00:12' }).click()
    await expect(learner).toHaveURL(/[?&]t=12$/)
    await expect.poll(() => secondOf(learner)).toBeGreaterThanOrEqual(12)
    expect(await secondOf(learner)).toBeLessThan(40)
    await expectOwned()
  })
})
