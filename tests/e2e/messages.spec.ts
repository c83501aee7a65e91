import { type Browser, expect, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { seededPassword } from '../support/care-steps.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.describe.configure({ mode: 'serial' })
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

let staff: Page
let count = 0

async function openStaff(browser: Browser): Promise<void> {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  staff = await context.newPage()
}

// Another login of the same account, in another file, ends this one: then it is tried again. The token sends it once.
async function sendAsStaff(message: object): Promise<void> {
  await expect(async () => {
    try {
      await callSite(staff.request, '/api/staff/message/send', message)
    } catch (error) {
      await logInBrowser(staff.context(), { phone: '13800000005', password: seededPassword })
      throw error
    }
  }).toPass()
}

test.beforeAll(({ browser }) => openStaff(browser))
test.afterAll(() => staff.context().close())

/** A learner of one's own, and how the school writes to them. */
async function newReader(page: Page): Promise<(title: string, more?: object) => Promise<unknown>> {
  await signUp(page)
  const { id } = await callSite<{ id: number }>(page.request, '/api/user/info')
  return (title, more = {}) => {
    const content = `<p>${title}，请看一下。</p>`
    const clientToken = `browser-${++count}`
    return sendAsStaff({ audience: 'user', audienceId: id, title, content, clientToken, ...more })
  }
}

const bell = (page: Page) => page.getByRole('link', { name: /^消息(，有未读)?$/ })
const unreadBell = (page: Page) => page.getByRole('link', { name: '消息，有未读' })

test('the bell tells of five, and leads to all', async ({ page }) => {
  const send = await newReader(page)
  await openPage(page, '/course')
  await bell(page).click()
  const panel = page.getByRole('region', { name: '消息' })
  await expect(panel.getByText('暂无消息')).toBeVisible()
  await expect(panel.getByRole('button', { name: '全部已读' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell(page)).toBeFocused()

  for (const title of ['一', '二', '三', '四', '五', '六']) await send(`第${title}条`)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await expect(panel.getByRole('link', { name: '第六条' })).toBeVisible()
  await expect(unreadBell(page)).toBeVisible()
  await panel.getByRole('button', { name: '全部已读' }).click()
  await expect(unreadBell(page)).toHaveCount(0)
  await expect(panel.getByRole('button', { name: '全部已读' })).toBeDisabled()
  expect(await breachesInBothColours(page, { place: 'header' })).toEqual([])
  await panel.getByRole('link', { name: '查看更多' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeVisible()
  await expect(page.locator('main').getByRole('listitem').filter({ hasText: '第' })).toHaveCount(6)
})

test('a message is read where it is opened', async ({ page }) => {
  const send = await newReader(page)
  await send('换教室了', { smallTitle: '水彩一班', buttonName: '看课程', buttonUrl: '/course' })
  await send('第二条')
  await openPage(page, '/user/message')
  await expect(unreadBell(page)).toBeVisible()
  const row = page.locator('main').getByRole('listitem').filter({ hasText: '换教室了' })
  await row.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: '换教室了' })
  await expect(dialog.getByText('换教室了，请看一下。')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/)
  const address = page.url()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: '看课程' }).click()
  expect(new URL((await opened).url()).pathname).toBe('/course')
  await expect(dialog).toBeHidden()
  await expect(row.getByText('未读：')).toHaveCount(0)
  await expect(unreadBell(page)).toBeVisible()

  // The address opens it again; a read one asks for nothing more.
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('user-read') && reads.push(request.url()))
  await openPage(page, new URL(address).pathname + new URL(address).search)
  await expect(dialog.getByText('换教室了，请看一下。')).toBeVisible()
  expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(reads).toEqual([])
  await page.getByRole('button', { name: '全部已读' }).click()
  await expect(unreadBell(page)).toHaveCount(0)
  expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(page)).toBeLessThanOrEqual(0)
})

test('a message that was withdrawn says so at its address', async ({ page }) => {
  await newReader(page)
  await openPage(page, '/user/message?id=999999999')
  await expect(page.getByRole('dialog', { name: '这条消息不在了' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/user\/message$/)
  await expect(page.getByText('暂无消息')).toBeVisible()
})

test('what needs a confirmation opens by itself, one by one', async ({ page }) => {
  const send = await newReader(page)
  await send('上课纪律', { needConfirm: true, allowClose: false, buttonName: '我知道了' })
  await send('协议有更新', { needConfirm: true, buttonName: '去看看', buttonUrl: '/agreement' })
  await openPage(page, '/course')
  const first = page.getByRole('dialog', { name: '上课纪律' })
  await expect(first.getByText('共 2 条待确认，还剩 2 条')).toBeVisible()
  await expect(first.getByRole('button', { name: '关闭' })).toHaveCount(0)
  expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])

  // What fails keeps the window; the next try confirms.
  await page.route('**/api/notify-message/user-confirm', (route) => route.abort(), { times: 1 })
  await first.getByRole('button', { name: '我知道了' }).click()
  await expect(page.getByText('没能确认，请再试一次')).toBeVisible()
  await first.getByRole('button', { name: '我知道了' }).click()
  const second = page.getByRole('dialog', { name: '协议有更新' })
  await expect(second.getByText('共 2 条待确认，还剩 1 条')).toBeVisible()

  // Put aside, it stays away until the page is loaded anew.
  await second.getByRole('button', { name: '关闭' }).click()
  await expect(second).toBeHidden()
  await page.getByRole('link', { name: '系统班', exact: true }).first().click()
  await expect(page).toHaveURL(/\/classes/)
  await expect(second).toHaveCount(0)
  await openPage(page, '/course')
  await expect(second).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await second.getByRole('link', { name: '去看看' }).click()
  expect(new URL((await opened).url()).pathname).toBe('/agreement')
  await expect(second).toBeHidden()
  await openPage(page, '/user/message')
  await expect(page.getByText('等您确认')).toHaveCount(0)
})

test('a school’s notice waits for what needs a confirmation', async ({ page }) => {
  const send = await newReader(page)
  await send('先看这一条', { needConfirm: true, buttonName: '我知道了' })
  const notice = {
    id: 9001,
    title: '停课一天',
    content: '<p>岁末停课一天。</p>',
    img: null,
    url: '/agreement',
    begDate: 0,
    endDate: 0,
  }
  const serve = (path: string, body: unknown): Promise<unknown> =>
    page.route(path, (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code: 1, msg: '', body, Time: 0 }) }),
    )
  await serve('**/api/platform/notice/platform-notice-by-user*', notice)
  await serve('**/api/platform/notice/add-platform-user-log', true)
  await openPage(page, '/')
  await expect(page.getByRole('dialog', { name: '先看这一条' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('button', { name: '我知道了' }).click()
  await expect(page.getByRole('dialog', { name: '停课一天' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a message that comes meanwhile lights the bell', async ({ page }) => {
  const send = await newReader(page)
  await page.clock.install()
  await openPage(page, '/course')
  await page.clock.runFor(3000)
  await expect(bell(page)).toBeVisible()
  await send('刚到的消息')
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(unreadBell(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a film on a course’s page holds a window back', async ({ page }) => {
  test.slow()
  const send = await newReader(page)
  await openPage(page, '/course/video/1')
  await page.getByRole('button', { name: /^播放试看/ }).click()
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0.3)
  await send('看完再说', { needConfirm: true, buttonName: '我知道了' })
  await bell(page).click()
  await expect(page.getByRole('region', { name: '消息' }).getByRole('link', { name: '看完再说' })).toBeVisible()
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('dialog', { name: '看完再说' })
  await expect(unreadBell(page)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await video.evaluate((film: HTMLVideoElement) => film.pause())
  await expect(dialog).toBeVisible()
})

test('a page without a bell doesn’t ask for messages', async ({ page }) => {
  await signUp(page)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('check-review') && asked.push(request.url()))
  const periods = await callSite<{ id: number; isFreeStudy: boolean }[]>(page.request, '/api/course/period?courseId=1')
  await page.clock.install()
  await openPage(page, `/course/video/play/${periods.find(({ isFreeStudy }) => isFreeStudy)?.id}`)
  await page.clock.runFor(5000)
  await page.clock.fastForward(130_000)
  await page.clock.runFor(1000)
  expect(asked).toEqual([])
  await page.getByRole('link', { name: '返回课程' }).click()
  await expect(bell(page)).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(3000)
    expect(asked).not.toEqual([])
  }).toPass()
})
