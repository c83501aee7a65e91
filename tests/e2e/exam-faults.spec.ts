import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { CallOutput } from '#shared/contract/calls.ts'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { breachesInBothColours } from '../support/axe.ts'
import { seededAccounts, seededPassword } from '../support/care-steps.ts'
import { answerByKey, handIn, saveLine, takePaper } from '../support/exam-browser-steps.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { makeHeic } from '../support/heic-files.ts'
import { type OwnExams, startOwnExams } from '../support/own-exams.ts'
import { makePicture } from '../support/upload-samples.ts'

// On a site of their own: its backend is killed, and the office makes papers for everybody.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let own: OwnExams
let office: BrowserContext
let learner: BrowserContext
const phone = '13800000001'

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  own = await startOwnExams(browser)
  office = await own.seat(seededAccounts.education)
  learner = await own.seat(phone)
})
test.afterAll(() => own?.site.stop())

const saved = /^已保存 \d\d:\d\d:\d\d$/
const hour = 3_600_000
const result = (id: number): Promise<CallOutput<'GET /api/exam/result'>> =>
  own.call(learner, `/api/exam/result?id=${id}`)
const answered = async (id: number): Promise<number> => (await result(id)).receipt.answered

/** A page whose browser has another time than everybody else. */
async function pageOfWrongClock(ahead: number): Promise<Page> {
  const page = await learner.newPage()
  await page.addInitScript((shift) => {
    const Right = Date
    class Wrong extends Right {
      constructor(...values: []) {
        if (values.length === 0) super(Right.now() + shift)
        else super(...values)
      }
      static override now(): number {
        return Right.now() + shift
      }
    }
    Object.defineProperty(window, 'Date', { value: Wrong })
  }, ahead)
  return page
}

/** The seconds of a day that a text like '21:04:05' names. */
const secondsOf = (text: string): number =>
  (/(\d+):(\d+):(\d+)/.exec(text) ?? []).slice(1).reduce((sum, part) => sum * 60 + Number(part), 0)

for (const [name, ahead] of [
  ['fast', 2 * hour],
  ['slow', -2 * hour],
] as const)
  test(`a clock two hours ${name} changes nothing`, async () => {
    const id = await own.makePaper(office)
    const page = await pageOfWrongClock(ahead)
    await takePaper(page, id)
    const timer = page.getByRole('complementary', { name: '答题卡' }).getByRole('timer')
    await expect(timer).toHaveAccessibleName(/^还剩 (30:00|29:\d\d)$/)
    await answerByKey(page, 1)
    await expect(saveLine(page)).toHaveText(saved)
    const shanghai = (Date.now() + 8 * hour) % (24 * hour)
    const told = secondsOf((await saveLine(page).textContent()) ?? '') * 1000
    expect(Math.min(Math.abs(told - shanghai), 24 * hour - Math.abs(told - shanghai))).toBeLessThan(5 * 60_000)
    await handIn(page)
    const { receipt } = await result(id)
    expect(receipt).toMatchObject({ answered: 1, closedBy: 1 })
    expect(Math.abs(receipt.submitTime - Date.now())).toBeLessThan(5 * 60_000)
    await page.close()
  })

test('a killed backend loses no answer', async () => {
  const id = await own.makePaper(office)
  const page = await learner.newPage()
  await takePaper(page, id)
  await answerByKey(page, 1)
  await expect(saveLine(page)).toHaveText(saved)
  process.kill(own.site.pidOf('backend.js'), 'SIGKILL')
  await answerByKey(page, 2)
  await expect(saveLine(page)).toContainText('1 题未保存：学校的服务器没有回应', { timeout: 60_000 })
  await expect(saveLine(page)).toHaveText(saved, { timeout: 120_000 })
  await handIn(page)
  expect(await answered(id)).toBe(2)
  await page.close()
})

/** Places of the questions that the page calls answered and saved. */
async function calledSaved(page: Page): Promise<number[]> {
  const cells = page.getByRole('complementary', { name: '答题卡' }).getByRole('button', { name: /^第 \d+ 题，/ })
  const names = await cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  return names.flatMap((name, at) => (name.includes('已答') && !name.includes('还没保存') ? [at + 1] : []))
}

test('a pulled plug loses nothing that was called saved', async ({ browser }) => {
  const id = await own.makePaper(office, { withShortAnswer: true })
  const page = await learner.newPage()
  await takePaper(page, id)
  const words = page.getByRole('textbox', { name: '第 4 题的回答' })
  await words.fill('光从左上来。')
  await answerByKey(page, 1)
  await expect(saveLine(page)).toHaveText(saved)
  await answerByKey(page, 2)
  await words.fill('光从左上来，')
  // school and tab go at once, in the middle of a sentence
  process.kill(own.site.pidOf('backend.js'), 'SIGKILL')
  const promised = await calledSaved(page)
  expect(promised).toContain(1)
  void learner.newCDPSession(page).then((tab) => tab.send('Page.crash').catch(() => undefined))
  await page.waitForEvent('crash')
  await page.close()

  // another computer, which knows nothing of what was typed
  const storageState = await learner.storageState()
  const other = await browser.newContext({ baseURL: own.site.base, extraHTTPHeaders: ownAddress(), storageState })
  const next = await other.newPage()
  // until the school is back
  await expect(async () => own.call(other, '/api/user/info')).toPass({ timeout: 120_000 })
  await takePaper(next, id)
  await expect.poll(() => calledSaved(next)).toEqual(expect.arrayContaining(promised))
  await expect(next.getByRole('textbox', { name: '第 4 题的回答' })).toHaveValue(/^光从左上来[，。]$/)
  await handIn(next)
  await other.close()
})

test('HEIC photos and too large ones answer, upright', async () => {
  const id = await own.makePaper(office, { withShortAnswer: true })
  const page = await learner.newPage()
  await takePaper(page, id)
  const chooser = page.locator('input[type=file]')
  const photos = page.getByRole('list', { name: '第 4 题的照片' })
  const buffer = makeHeic({ turns: 1 })
  await chooser.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer })
  await expect(photos.getByText('已传好')).toHaveCount(1, { timeout: 60_000 })
  const large = await makePicture(2600, 1800).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  await chooser.setInputFiles({ name: '大图.jpeg', mimeType: 'image/jpeg', buffer: large })
  await expect(photos.getByText('MB，超过 5 MB')).toBeVisible()
  await photos.getByRole('button', { name: '缩小并上传 大图.jpeg' }).click()
  await expect(photos.getByText('已传好')).toHaveCount(2, { timeout: 60_000 })
  await expect(saveLine(page)).toHaveText(saved)
  await handIn(page)
  const { files = [] } = (await result(id)).questions.at(-1)?.answer ?? {}
  expect(files).toHaveLength(2)
  for (const url of files) {
    const photo = await page.request.get(own.site.base + url)
    const { width, height, format } = await sharp(await photo.body()).metadata()
    expect([format, height > width]).toEqual(['jpeg', true])
  }
  await page.close()
})

test('a login that ran out is renewed on the paper', async () => {
  const id = await own.makePaper(office)
  const page = await learner.newPage()
  await takePaper(page, id)
  await answerByKey(page, 1)
  await expect(saveLine(page)).toHaveText(saved)
  await learner.clearCookies()
  await answerByKey(page, 2)
  const dialog = page.getByRole('dialog', { name: '进教室' })
  await expect(dialog).toContainText('登录已过期，请重新登录')
  // behind the window
  await expect(page.getByText('1 题未保存：登录已经结束').first()).toBeAttached()
  await dialog.getByRole('tab', { name: '密码登录' }).click()
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByLabel('密码', { exact: true }).fill(seededPassword)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(saveLine(page)).toHaveText(saved)
  await handIn(page)
  expect(await answered(id)).toBe(2)
  await page.close()
})

test('a paper taken back stops both tabs, and goes on', async () => {
  const id = await own.makePaper(office)
  const [first, second] = [await learner.newPage(), await learner.newPage()]
  await takePaper(first, id)
  await answerByKey(first, 1)
  await expect(saveLine(first)).toHaveText(saved)
  await takePaper(second, id)
  await expect(first.getByRole('alert')).toContainText('已停')
  await own.publish(office, id, false)
  await answerByKey(second, 2)
  await expect(second.getByRole('alert')).toContainText('这份试卷已经撤回，不能再作答。还有 1 题没来得及保存')
  expect(await breachesInBothColours(second)).toEqual([])
  await first.getByRole('button', { name: '在这里继续' }).click()
  await expect(first.getByRole('alert')).toContainText('这份试卷已经撤回')
  await first.close()

  await test.step('the list says so', async () => {
    const list = await learner.newPage()
    await openPage(list, '/user/testPaper')
    const row = list.getByRole('listitem').filter({ has: list.getByRole('link', { name: '看说明：光线小测' }) })
    await expect(row).toContainText('已撤回')
    await list.close()
  })

  await own.publish(office, id, true)
  await second.getByRole('button', { name: '再看看能不能答' }).click()
  await second
    .getByRole('button', { name: /^第 2 题用没保存的$/ })
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(saveLine(second)).toHaveText(saved)
  await handIn(second)
  expect(await answered(id)).toBe(2)
  await second.close()
})

test('a teacher marks, shows the score, and mends it', async () => {
  const teacher = await own.seat(seededAccounts.teacher)
  const id = await own.makePaper(office, {
    title: '光线大考',
    productId: await sharedCourse(teacher),
    reveal: AnswersRevealed.afterEnd,
    endDate: Date.now() + 48 * hour,
    withShortAnswer: true,
  })
  const page = await learner.newPage()
  await takePaper(page, id)
  // by its words: the options stand in another order for everybody
  await page
    .getByRole('radio', { name: /窗外的太阳/ })
    .first()
    .check()
  await page.getByRole('textbox', { name: '第 4 题的回答' }).fill('光从左上来。')
  await expect(saveLine(page)).toHaveText(saved)
  await handIn(page)
  await page.getByRole('link', { name: '看成绩' }).click()
  await expect(page.getByText('还没出分')).toBeVisible()

  const desk = await teacher.newPage()
  await openPage(desk, '/user/testPaper?tab=mark')
  await desk.getByRole('link', { name: /^批阅：.*光线大考$/ }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('光线大考')
  expect(await breachesInBothColours(desk, { place: 'main' })).toEqual([])

  await test.step('a wrong number stands at its field', async () => {
    await desk.getByLabel('得分').fill('21')
    await desk.getByRole('button', { name: '批完，出分' }).click()
    await expect(desk.getByText('填 0 到 20 的整数')).toBeVisible()
    await desk.getByLabel('得分').fill('5')
    await desk.getByLabel('写给学员的话').fill('边缘再看看')
    await desk.getByRole('button', { name: '批完，出分' }).click()
    await expect(desk).toHaveURL(/tab=mark/)
  })

  await test.step('the score is shown before the end', async () => {
    await desk.getByRole('link', { name: '已出分' }).click()
    await desk.getByRole('link', { name: /^查看：.*光线大考$/ }).click()
    expect((await result(id)).score).toBeNull()
    await desk.getByRole('button', { name: '现在就让学员看到成绩' }).click()
    await expect(desk.getByText('学员能看到这份成绩')).toBeVisible()
    await page.reload()
    await expect(page.getByText('边缘再看看')).toBeVisible()
    expect((await result(id)).score).toBe(15)
  })

  await test.step('mending wants a reason, which the learner reads', async () => {
    await desk.getByRole('button', { name: '有批错的，改分' }).click()
    await desk.getByLabel('得分').fill('18')
    await desk.getByRole('button', { name: '改分', exact: true }).click()
    await expect(desk.getByText('写下原因，学员会看到')).toBeVisible()
    await desk.getByLabel('为什么改').fill('漏看了照片')
    await desk.getByRole('button', { name: '改分', exact: true }).click()
    await expect(desk.getByText(/总分 28 \/ 50/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: '光线大考' })).toBeVisible()
    expect((await result(id)).score).toBe(28)
    const { records } = await own.call<{ records: { title: string; contentHtml?: string }[] }>(
      learner,
      '/api/notify-message/get-message?topic=study',
    )
    expect(records.map(({ title }) => title).slice(0, 2)).toEqual(['考试成绩有更正', '考试成绩出来了'])
  })
  await teacher.close()
})

/** A course that the seeded learner takes in a class of the seeded teacher. */
async function sharedCourse(teacher: BrowserContext): Promise<number> {
  const taught = await own.call<CallOutput<'GET /api/teach/exam/queue'>>(
    teacher,
    '/api/teach/exam/queue?state=2&pageSize=50',
  )
  const scored = await own.call<CallOutput<'GET /api/teach/exam/queue'>>(
    teacher,
    '/api/teach/exam/queue?state=3&pageSize=50',
  )
  const me = await own.call<{ id: number }>(learner, '/api/user/info')
  const paper = [...taught.records, ...scored.records].find((one) => one.learner.id === me.id)
  const { productId } = await own.call<{ productId: number | null }>(
    office,
    `/api/staff/exam/paper?id=${paper?.paperId}`,
  )
  if (productId === null) throw new Error('The seeded learner and teacher share no course.')
  return productId
}
