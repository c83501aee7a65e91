import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'
import type { OwnSite } from '../support/own-site.ts'
import { logInAs, officeOf, openBrowser, openPanel, panelOf, startSupportSite } from '../support/support-browser.ts'
import { makePicture } from '../support/upload-samples.ts'

test.describe.configure({ mode: 'serial' })

let site: OwnSite
let staff: BrowserContext
let office: ReturnType<typeof officeOf>

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  site = await startSupportSite()
  staff = await openBrowser(browser, site, { who: 'education' })
  office = officeOf(staff, site.base)
})
test.afterAll(async () => {
  await staff?.close()
  await site?.stop()
})

const main = (page: Page) => page.getByRole('main')
const numberIn = async (page: Page): Promise<string> =>
  /\d{12}/.exec(await page.getByRole('region', { name: '提交结果' }).innerText())?.[0] ?? ''
const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await makePicture(320, 240).png().toBuffer(),
})

for (const [how, viewport] of [
  ['by mouse, wide', { width: 1440, height: 900 }],
  ['by keyboard, on a telephone', { width: 390, height: 844 }],
] as const) {
  const isKeyboard = how.startsWith('by keyboard')
  const press = async (page: Page, name: string): Promise<void> => {
    const button = main(page).getByRole('button', { name, exact: true })
    if (!isKeyboard) return button.click()
    await button.focus()
    await page.keyboard.press('Enter')
  }

  test(`a visitor’s feedback gets a number to copy, ${how}`, async ({ browser }) => {
    const context = await openBrowser(browser, site, { viewport, permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await openPage(page, '/')
    const way = page.getByRole('contentinfo').getByRole('link', { name: '意见反馈' })
    if (isKeyboard) {
      await way.focus()
      await page.keyboard.press('Enter')
    } else await page.getByRole('complementary', { name: '快捷工具' }).getByRole('link', { name: '意见反馈' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '意见反馈' })).toBeVisible()
    await press(page, '提交')
    await expect(main(page).getByText('写几句话再提交')).toBeVisible()
    await expect(main(page).getByLabel('想说的话')).toBeFocused()
    await main(page).getByLabel('想说的话').fill('手机上打不开课程表')
    await main(page).getByLabel('联系方式（可以不填）').fill('微信 linmo')
    await page.route('**/api/common/feedback', (route) => route.abort(), { times: 1 })
    await press(page, '提交')
    await expect(page.getByText(/网络/).first()).toBeVisible()
    await expect(main(page).getByLabel('想说的话')).toHaveValue('手机上打不开课程表')
    await expect(async () => {
      if (await main(page).getByRole('button', { name: '提交', exact: true }).count()) await press(page, '提交')
      await expect(main(page).getByRole('heading', { name: '收到了' })).toBeVisible({ timeout: 2000 })
    }).toPass()
    const no = await numberIn(page)
    expect(no).toMatch(/^\d{12}$/)
    await expect(main(page).getByText(/按你留的联系方式答复/)).toBeVisible()
    await press(page, '复制编号')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(no)
    expect((await office.findTicket(no)).id).toBeGreaterThan(0)
    expect(await overhang(page)).toBe(0)
    await context.close()
  })
}

test('a complaint goes from pictures to rating, and once more', async ({ browser }) => {
  test.setTimeout(150_000)
  const context = await openBrowser(browser, site, { who: 'learner' })
  const page = await context.newPage()
  await openPage(page, '/')
  await page.getByRole('complementary', { name: '快捷工具' }).getByRole('link', { name: '投诉' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '校长信箱' })).toBeVisible()
  const form = main(page)
  await form.getByLabel('哪门课').selectOption({ index: 1 })
  await form.getByLabel('发生了什么').fill('老师三次迟到，每次十分钟')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await expect(form.getByText('选一类问题')).toBeVisible()
  await form.getByLabel('问题的类别').selectOption({ index: 1 })
  await form.getByLabel('具体是什么').selectOption({ index: 1 })
  await form.locator('input[type=file]').setInputFiles([await photo('第一次.png'), await photo('第二次.png')])
  await expect(form.getByRole('progressbar')).toHaveCount(0)
  await expect(form.getByRole('list', { name: '图片' }).getByRole('img')).toHaveCount(2)
  await form.getByLabel('联系电话（可以不填）').fill('打我电话')
  await expect(async () => {
    await form.getByRole('button', { name: '提交', exact: true }).click()
    await expect(form.getByText('电话号码格式不正确')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(form.getByLabel('发生了什么')).toHaveValue('老师三次迟到，每次十分钟')
  await form.getByLabel('联系电话（可以不填）').fill('138 0000 0001')
  await expect(async () => {
    if (await form.getByRole('button', { name: '提交', exact: true }).count())
      await form.getByRole('button', { name: '提交', exact: true }).click()
    await expect(form.getByRole('heading', { name: '收到了' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  const no = await numberIn(page)

  const { id, version } = await office.findTicket(no)
  const teacher = await openBrowser(browser, site, { who: 'teacher' })
  await expect(officeOf(teacher, site.base).findTicket(no)).rejects.toThrow(/answered (404|4004)/)
  await teacher.close()
  const taken = await office.call<{ version: number }>('/api/staff/ticket/take', { id, version })
  const answered = await office.call<{ version: number }>('/api/staff/ticket/answer', {
    id,
    version: taken.version,
    content: '查过签到，确实迟到了，已经补课。',
  })

  await form.getByRole('link', { name: '看进度' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '校长信箱：已答复' })).toBeVisible()
  await expect(page.getByText('查过签到，确实迟到了，已经补课。')).toBeVisible()
  await expect(page.getByRole('list', { name: '往来' }).getByRole('img')).toHaveCount(2)
  await page.getByLabel('补充几句').fill('补课什么时候')
  await page.getByRole('button', { name: '发出' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '校长信箱：处理中' })).toBeVisible()
  const again = await office.findTicket(no)
  expect(again.version).toBeGreaterThan(answered.version)
  await office.call('/api/staff/ticket/answer', { ...again, content: '周六下午两点。' })
  await page.reload()
  await expect(page.getByText('周六下午两点。')).toBeVisible()
  await page.getByRole('button', { name: '评价', exact: true }).click()
  await expect(page.getByText('选一个评价')).toBeVisible()
  await page.getByRole('radio', { name: '满意', exact: true }).check()
  await page.getByRole('button', { name: '评价', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '校长信箱：已结束' })).toBeVisible()
  await expect(page.getByText('你的评价：满意')).toBeVisible()
  await page.getByLabel('还没有解决？说说怎么了').fill('补课也迟到了')
  await page.getByRole('button', { name: '重新打开' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '校长信箱：等待处理' })).toBeVisible()
  await openPage(page, '/user/feedback')
  await expect(main(page).getByRole('link', { name: new RegExp(no) })).toContainText('等待处理')
  await context.close()
})

test('a conversation crosses the closing hour, and its answer comes', async ({ browser }) => {
  test.setTimeout(240_000)
  await office.open()
  const context = await openBrowser(browser, site, { who: 'learner' })
  const page = await context.newPage()
  await openPage(page, '/course')
  await openPanel(page)
  const panel = panelOf(page)
  await expect(panel.getByText('在线', { exact: true })).toBeVisible()
  await panel.getByRole('textbox', { name: '说点什么' }).fill('作业能晚一天交吗')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('已送到')).toBeVisible()
  await office.answer('作业能晚一天交吗', '可以，晚一天交没关系。')
  await expect(panel.getByText('可以，晚一天交没关系。')).toBeVisible()
  await panel.getByRole('textbox', { name: '说点什么' }).fill('那晚两天呢')
  await panel.getByRole('button', { name: '发送' }).click()
  await expect(panel.getByText('已送到')).toBeVisible()

  await office.close()
  // once a minute it is looked whether the hours are over
  await expect(panel.getByText(/客服下班了，.+ 起有人/)).toBeVisible({ timeout: 90_000 })
  await expect(panel.getByText('下班了', { exact: true })).toBeVisible()
  await expect(panel.getByText(/先写下来，.+ 前回复/)).toBeVisible()
  const line = await panel.getByText(/已记为工单 \d{12}，.+ 前回复，回复会进你的消息/).innerText()
  const no = /\d{12}/.exec(line)?.[0] ?? ''
  expect(await breachesInBothColours(page, { place: '#support-panel' })).toEqual([])
  await panel.getByRole('button', { name: '收起客服' }).click()

  await office.call('/api/staff/ticket/answer', { ...(await office.findTicket(no)), content: '两天就迟了。' })
  await openPage(page, '/user/message')
  await expect(main(page).getByText('您的反馈有了答复').first()).toBeVisible()
  await openPage(page, '/course')
  await openPanel(page)
  await expect(panel.getByText('两天就迟了。')).toBeVisible()
  await context.close()
})

test('a visitor after the hours knows when to expect answers', async ({ browser }) => {
  await office.close()
  const context = await openBrowser(browser, site, { viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openPage(page, '/course')
  const entry = page.getByRole('button', { name: /^在线客服/ })
  await entry.focus()
  await page.keyboard.press('Enter')
  const panel = panelOf(page)
  await expect(
    panel.getByText(/^现在 \d\d:\d\d。.+ 起有人。先写下来，.+ 前回复，回来打开这里就能看到。$/),
  ).toBeVisible()
  await expect(panel.getByRole('textbox', { name: '留言' })).toBeFocused()
  await page.keyboard.type('周末上课吗')
  await page.keyboard.press('Tab')
  await page.keyboard.type('微信 linmo')
  await panel.getByRole('textbox', { name: '留言' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/已记为工单 \d{12}，.+ 前回复，也会按你留的联系方式联系你/)).toBeVisible()
  expect(await breachesInBothColours(page, { place: '#support-panel' })).toEqual([])
  expect(await overhang(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(entry).toBeFocused()
  await context.close()
})

test('a visitor’s words are theirs after login, on every device', async ({ browser }) => {
  await office.open()
  const context = await openBrowser(browser, site)
  const page = await context.newPage()
  await openPage(page, '/course')
  await openPanel(page)
  await panelOf(page).getByRole('textbox', { name: '说点什么' }).fill('登录前问一句')
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByText('已送到')).toBeVisible()
  await logInAs(context, site.base, 'follow')
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/support/open'))
  await openPage(page, '/course')
  // without opening anything: whoever comes to this computer next must not find it
  expect((await kept).ok()).toBe(true)

  const second = await openBrowser(browser, site, { who: 'follow', viewport: { width: 390, height: 844 } })
  const other = await second.newPage()
  await openPage(other, '/course')
  await openPanel(other)
  await expect(panelOf(other).getByText('登录前问一句')).toBeVisible()
  await second.close()

  await context.clearCookies({ name: 'session' })
  await context.clearCookies({ name: 'signedIn' })
  await openPage(page, '/course')
  await openPanel(page)
  await expect(panelOf(page).getByText('你好，想问什么直接说。')).toBeVisible()
  await expect(panelOf(page).getByText('登录前问一句')).toHaveCount(0)
  await context.close()
})

test('without a socket answers come all the same', async ({ browser }) => {
  await office.open()
  const context = await openBrowser(browser, site)
  const page = await context.newPage()
  await page.routeWebSocket(/\/api\/support\/ws/, (socket) => socket.close())
  await openPage(page, '/course')
  await openPanel(page)
  const panel = panelOf(page)
  await panel.getByRole('textbox', { name: '说点什么' }).fill('连不上也想问')
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/每 15 秒看一次新消息/)).toBeVisible()
  await office.answer('连不上也想问', '看得到吗')
  await expect(panel.getByText('看得到吗')).toBeVisible({ timeout: 25_000 })
  await context.close()
})

test('with a visitor’s cookie pages still come from the cache', async ({ browser }) => {
  await office.open()
  const context = await openBrowser(browser, site)
  const page = await context.newPage()
  await openPage(page, '/course')
  await openPanel(page)
  await panelOf(page).getByRole('textbox', { name: '说点什么' }).fill('缓存呢')
  await page.keyboard.press('Enter')
  await expect(panelOf(page).getByText('已送到')).toBeVisible()
  expect((await context.cookies(`${site.base}/api/support/open`)).map(({ name }) => name)).toContain('supportVisitor')
  const answer = await page.goto('/course')
  expect(await answer?.headerValue('cache-status')).toMatch(/hit/)
  expect((await answer?.request().allHeaders())?.cookie ?? '').not.toContain('supportVisitor')
  await context.close()
})

test('pages of feedback and complaints break no rule', async ({ browser }) => {
  test.setTimeout(120_000)
  const context = await openBrowser(browser, site, { who: 'learner' })
  const page = await context.newPage()
  await openPage(page, '/user/feedback')
  const first = await main(page)
    .getByRole('link', { name: /\d{12}/ })
    .first()
    .getAttribute('href')
  for (const path of [
    '/feedback',
    '/feedback/complaint',
    '/user/feedback',
    '/user/feedback?state=answered',
    first ?? '',
  ]) {
    await openPage(page, path)
    expect(await breachesInBothColours(page), path).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(page), path).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await context.close()
})
