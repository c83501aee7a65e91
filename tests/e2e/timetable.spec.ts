import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import { addDays } from '#shared/rules/month-days.ts'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { seededPassword } from '../support/care-steps.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.describe.configure({ mode: 'serial' })

type Day = CallOutput<'GET /api/my-course/list-class-schedule'>

let context: BrowserContext
let page: Page

/** The demo's learner, who has confirmed what opens by itself. */
async function openDemoLearner(browser: Browser): Promise<void> {
  context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await logInBrowser(context, { phone: '13800000001', password: seededPassword })
  const review = await callSite<{ warnList: { id: number }[] }>(context.request, '/api/notify-message/check-review')
  for (const { id } of review.warnList)
    await callSite(context.request, '/api/notify-message/user-confirm', { msgId: id })
  page = await context.newPage()
}

test.beforeAll(({ browser }) => openDemoLearner(browser))
test.afterAll(() => context.close())

/** Every page on which a learner looks what is on and what was, in each of its looks. */
const studyPages = [
  '/user/timetable',
  '/user/timetable?type=answer-live',
  '/user/course?over=0',
  '/user/course?over=1',
  '/user/course?over=2',
  '/user/course?tab=note',
  '/user/sysClass',
  '/user/message',
  '/user/message?topic=study',
  '/user/homework',
  '/user/homework?state=3',
  '/user/testPaper',
  '/user/testPaper?tab=over',
  '/user/testPaper?tab=mistakes',
  '/user/testPaper?tab=today',
]

const today = (): string => shanghaiDay(Date.now())
const dayLink = (day: string) => page.locator(`[data-day="${day}"]`)
const dayTitle = (day: string): string => {
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日`
}

test('the month is gone through by keyboard', async () => {
  await openPage(page, '/user/timetable?type=live')
  await expect(page.getByRole('heading', { level: 1, name: '课表' })).toBeVisible()
  await dayLink(today()).focus()
  await page.keyboard.press('ArrowRight')
  const tomorrow = addDays(today(), 1)
  await expect(dayLink(tomorrow)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`date=${tomorrow}`))
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(dayTitle(tomorrow))
  await expect(page.getByRole('listitem').filter({ hasText: '19:30' }).first()).toBeVisible()

  await dayLink(tomorrow).focus()
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(/month=/)
  await expect(page.locator('table a:focus')).toHaveText('1')
  await page.getByRole('link', { name: '回到今天' }).click()
  await expect(dayLink(today())).toHaveAttribute('aria-current', 'date')
})

test('a class opens from its day in time', async () => {
  const { records } = await callSite<Day>(context.request, '/api/my-course/list-class-schedule')
  const next = records[0]
  if (!next) throw new Error('The demo’s learner has no class.')
  const clocked = await context.newPage()
  await clocked.clock.install({ time: Date.now() })
  await openPage(clocked, `/user/timetable?date=${shanghaiDay(next.begDate)}`)
  const row = clocked.getByRole('listitem').filter({ hasText: next.title }).first()
  await expect(row).toBeVisible()
  // an answer would tell the server's time, by which the browser's clock is put right
  await clocked.route('**/api/**', (route) => route.abort())
  await clocked.clock.fastForward(Math.max(0, next.begDate - Date.now()) + 60_000)
  await expect(row.getByText('正在上课')).toBeVisible()
  await clocked.unroute('**/api/**')
  await row.getByRole('link', { name: `进入教室：${next.title}` }).click()
  await expect(clocked).toHaveURL(new RegExp(`/course/live/play/${next.periodId}`))
  await expect(clocked.getByRole('heading', { level: 1 })).toContainText(next.title)
  await clocked.close()
})

test('what comes grows under its first page', async () => {
  await openPage(page, '/user/timetable')
  const coming = page.getByRole('region', { name: '接下来' })
  const classes = coming.locator('li:not([data-due])')
  await expect(classes).toHaveCount(5)
  await coming.getByRole('button', { name: /^加载更多/ }).click()
  await expect.poll(() => classes.count()).toBeGreaterThan(5)
})

test('homework stands between the classes until it is due', async () => {
  const { homework } = await callSite<Day>(context.request, '/api/my-course/list-class-schedule')
  const first = homework[0]
  if (!first) throw new Error('The demo’s learner has no homework to hand in.')
  const day = shanghaiDay(first.dueTime)
  await openPage(page, `/user/timetable?date=${day}`)
  await expect(dayLink(day)).toHaveAccessibleName(/\d+ 份作业到期/)
  await expect(page.getByRole('list', { name: '要交的作业' })).toContainText(first.title)
  const coming = page.getByRole('region', { name: '接下来' })
  while (await coming.getByRole('button', { name: /^加载更多/ }).count()) {
    const before = await coming.getByRole('listitem').count()
    await coming.getByRole('button', { name: /^加载更多/ }).click()
    await expect.poll(() => coming.getByRole('listitem').count()).toBeGreaterThan(before)
  }
  const row = coming.getByRole('listitem').filter({ hasText: first.title })
  await expect(row).toContainText(/还有 \d+ 天|今天截止/)
  const times = await coming
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(times).toEqual(times.toSorted())
  await expect(row.getByRole('link')).toHaveAttribute('href', first.url)
})

test('the menu says what waits, and forgets what was read', async ({ browser }) => {
  await openPage(page, '/user/timetable')
  const menu = page.getByRole('navigation', { name: '用户中心' })
  const counts = await callSite<CallOutput<'GET /api/user/menu-counts'>>(context.request, '/api/user/menu-counts')
  await expect(menu.getByRole('link', { name: `我的课表 今天 ${counts.classes}` })).toBeVisible()
  await expect(menu.getByRole('link', { name: `我的消息 ${counts.messages}` })).toBeVisible()
  expect(await breachesInBothColours(page, { place: 'nav[aria-label="用户中心"]' })).toEqual([])
  const fresh = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(fresh)
  const own = await fresh.newPage()
  const asked = own.waitForResponse('**/api/user/menu-counts')
  await openPage(own, '/user/timetable')
  await asked
  await expect(
    own.getByRole('navigation', { name: '用户中心' }).getByRole('link', { name: '我的课表', exact: true }),
  ).toBeVisible()
  await fresh.close()
})

test('question rooms stand in their own tab', async () => {
  await openPage(page, '/user/timetable')
  await page.getByRole('navigation', { name: '课表' }).getByRole('link', { name: '我的教室' }).click()
  await expect(page).toHaveURL(/type=answer-live/)
  await expect(page.getByRole('heading', { name: '公开答疑室' })).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
})

test('courses are filtered, and a lesson of them is evaluated', async () => {
  await openPage(page, '/user/course?over=1')
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible()
  await expect(page.getByRole('list', { name: '每天的分钟数' }).getByRole('listitem')).toHaveCount(7)
  expect(await breachesInBothColours(page)).toEqual([])
  await page.getByRole('link', { name: '录播', exact: true }).click()
  await expect(page).toHaveURL(/lectureType=video/)
  // the list is filtered once the class system, which stands in it as one, is gone
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '插画系统' })).toHaveCount(0)
  const name =
    (await page
      .getByRole('button', { name: /^评价第/ })
      .first()
      .getAttribute('aria-label')) ?? ''
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('很满意', { exact: true }).click()
  await dialog.getByRole('button', { name: '提交评价' }).click()
  await expect(page.getByText('评价成功')).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page
    .getByRole('navigation', { name: '课程', exact: true })
    .getByRole('link', { name: /^已结束/ })
    .click()
  await expect(page.getByText('服务已经结束，学过的记录还在这里')).toBeVisible()
})

test('the learning path leads to choosing a class', async () => {
  await openPage(page, '/user/sysClass')
  await expect(page.getByRole('heading', { level: 1, name: '学习路径' })).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await page
    .getByRole('link', { name: /^选班：/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/course\/live\/\d+/)
  await expect(page.getByRole('button', { name: '选择班期' }).first()).toBeVisible()
})

test('on a phone the week unfolds to the month', async () => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/user/timetable')
  await expect(page.locator('[data-day]:visible')).toHaveCount(7)
  await page.getByRole('button', { name: '展开整月' }).press('Enter')
  await expect.poll(() => page.locator('[data-day]:visible').count()).toBeGreaterThan(27)
  expect(await breachesInBothColours(page)).toEqual([])
  for (const path of studyPages) {
    await openPage(page, path)
    await expect(page.locator('main h1')).toBeVisible()
    expect(await overhang(page), path).toBe(0)
    expect(await breachesInBothColours(page), path).toEqual([])
  }
})

test('a fresh account has one thing to do', async ({ browser }) => {
  const fresh = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(fresh)
  const own = await fresh.newPage()
  for (const [path, title, action] of [
    ['/user/timetable', '还没有要上的课', '看公开课'],
    ['/user/course?over=1', '书桌还是空的', '挑一节公开课'],
    ['/user/sysClass', '还没有系统班', '看看系统班'],
  ] as const) {
    await openPage(own, path)
    await expect(own.getByText(title)).toBeVisible()
    await expect(own.getByRole('main').getByRole('link', { name: action })).toBeVisible()
    expect(await breachesInBothColours(own)).toEqual([])
  }
  await fresh.close()
})

test('a day that failed is tried again, offline too', async ({ browser }) => {
  const own = await browser.newContext({ storageState: await context.storageState(), extraHTTPHeaders: ownAddress() })
  const tab = await own.newPage()
  await openPage(tab, '/user/timetable')
  const [tomorrow, later] = [addDays(today(), 1), addDays(today(), 2)]
  const link = (day: string) => tab.locator(`[data-day="${day}"]`)
  const title = (day: string) => tab.getByRole('heading', { level: 2 }).filter({ hasText: dayTitle(day) })
  await tab.route('**/api/my-course/**', (route) => route.fulfill({ status: 500, body: '' }))
  await link(tomorrow).click()
  await expect(tab.getByRole('button', { name: '重试' }).first()).toBeVisible()
  await tab.unroute('**/api/my-course/**')
  await tab.getByRole('button', { name: '重试' }).first().click()
  await expect(title(tomorrow)).toBeVisible()

  await own.setOffline(true)
  await link(later).click()
  await expect(tab.getByText(/网络/).first()).toBeVisible()
  await own.setOffline(false)
  const retry = tab.getByRole('button', { name: '重试' }).first()
  if (await retry.isVisible()) await retry.click()
  await expect(title(later)).toBeVisible()

  // the session is gone: the page asks for a login where one is
  await own.clearCookies()
  await link(today()).click()
  await expect(tab.getByRole('dialog')).toBeVisible()
  await own.close()
})

test('foreign class systems and odd addresses are answered', async () => {
  await openPage(page, '/user/timetable?month=2026-13&date=9999-12-31')
  await expect(dayLink(today())).toHaveAttribute('aria-current', 'date')
  expect((await page.goto('/user/sysClass?id=999999'))?.status()).toBe(404)
  expect((await page.goto('/user/sysClass?id=constructor'))?.status()).toBe(404)
})

test('a free class that clashes says so before signing up', async ({ browser }) => {
  const own = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(own)
  const { request } = own
  const free = new Map<number, number>()
  for (let pageNum = 1; pageNum <= 3; pageNum += 1) {
    const path = `/api/home/open-live?pageSize=50&pageNum=${pageNum}`
    for (const { id: courseId } of (await callSite<CallOutput<'GET /api/home/open-live'>>(request, path)).records) {
      if (free.has(courseId)) continue
      const seats = await callSite<CallOutput<'GET /api/course/schedule-seats'>>(
        request,
        `/api/course/schedule-seats?courseId=${courseId}`,
      )
      if (seats.length === 1 && seats[0]?.status === 1) free.set(courseId, seats[0].id)
    }
  }
  const clashing = await (async () => {
    for (const [id, scheduleId] of free) {
      const path = `/api/my-course/class-clashes?scheduleId=${scheduleId}`
      if ((await callSite<CallOutput<'GET /api/my-course/class-clashes'>>(request, path)).total > 0) return id
      await callSite(request, `/api/course/sign-up?courseId=${id}&classScheduleId=${scheduleId}`)
    }
    throw new Error('No two free classes meet at the same time.')
  })()
  const tab = await own.newPage()
  await openPage(tab, `/course/live/${clashing}`)
  await tab.getByRole('button', { name: '免费报名' }).first().click()
  const dialog = tab.getByRole('dialog', { name: '选择班期' })
  await expect(dialog.getByRole('status')).toContainText('和你的课撞时间')
  await expect(tab.getByText('已报名')).toHaveCount(0)
  await dialog.getByRole('button', { name: '报这个班' }).click()
  await expect(tab.getByText('已报名').first()).toBeVisible()
  await own.close()
})

test('exams stand beside the classes of their day', async () => {
  const month = await callSite<CallOutput<'GET /api/my-course/class-schedule-monthly-calendar'>>(
    context.request,
    '/api/my-course/class-schedule-monthly-calendar',
  )
  const day = month.find(({ exam }) => exam > 0)?.date
  if (day === undefined) throw new Error('The demo’s learner has no exam in this month.')
  await openPage(page, `/user/timetable?date=${day}`)
  await expect(dayLink(day)).toHaveAccessibleName(/有考试/)
  const exams = page.getByRole('list', { name: '考试' })
  expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  await exams
    .getByRole('link', { name: /^考试：/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/exam\/\d+$/)
})

test('today’s mistakes are answered one by one by keyboard', async () => {
  await openPage(page, '/user/testPaper?tab=mistakes')
  const rows = page.getByRole('list', { name: '错题', exact: true }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('one is put away and taken back', async () => {
    const stem = (await rows.first().getByRole('paragraph').first().textContent()) ?? ''
    await rows
      .first()
      .getByRole('button', { name: /^收起：/ })
      .click()
    await expect(rows.first().getByRole('paragraph').first()).not.toHaveText(stem)
    await page.getByRole('link', { name: /^收起来的/ }).click()
    const away = rows.filter({ hasText: stem.slice(-12) })
    await away.getByRole('button', { name: /^拿回来：/ }).click()
    await expect(away).toHaveCount(0)
    await page.getByRole('link', { name: /^在练/ }).click()
  })

  const before = await callSite<CallOutput<'GET /api/exam/mistake/queue'>>(context.request, '/api/exam/mistake/queue')
  await page.getByRole('link', { name: '开始' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '今天的错题' })).toBeVisible()
  await expect(page.getByRole('article', { name: '第 1 题' })).toBeFocused()
  expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  for (const [index, { question }] of before.questions.slice(0, 2).entries()) {
    const article = page.getByRole('article', { name: `第 ${index + 1} 题` })
    await expect(article).toBeFocused()
    const blank = article.getByRole('textbox').first()
    if (question.kind === QuestionKind.fillIn) {
      await blank.fill('不知道')
      await page.keyboard.press('Enter')
    } else if (question.kind === QuestionKind.shortAnswer) {
      await page.keyboard.press('Enter')
      await article.getByRole('button', { name: '没答对' }).click()
    } else {
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
    }
    await expect(article.getByRole('status')).toContainText(/对了|没答对/)
    await article.getByRole('button', { name: '下一题（回车）' }).click()
  }
  const after = await callSite<CallOutput<'GET /api/exam/mistake/queue'>>(context.request, '/api/exam/mistake/queue')
  expect(after.doneToday).toBe(before.doneToday + 2)
})
