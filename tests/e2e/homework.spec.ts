import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import type { HomeworkMark } from '#shared/contract/homework.ts'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { openLearnerOf, openOffice } from '../support/homework-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { makePicture } from '../support/upload-samples.ts'

test.describe.configure({ mode: 'serial' })

let office: BrowserContext
let learner: BrowserContext
let hrefs: string[]

test.beforeAll(async ({ browser }) => {
  office = await openOffice(browser)
  const opened = await openLearnerOf(browser, office)
  learner = opened.context
  hrefs = opened.rows.map(
    ({ periodId, scheduleId }) => `/homework/detail?periodId=${periodId}&scheduleId=${scheduleId}`,
  )
})
test.afterAll(async () => {
  await learner.close()
  await office.close()
})

const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await makePicture(800, 600).png().toBuffer(),
})
const round = (page: Page, no: number) => page.getByRole('article', { name: `第 ${no} 次交` })

async function handInPhoto(page: Page, words: string, name: string): Promise<void> {
  const sheet = page.getByRole('form', { name: '我的作业' })
  await sheet.getByRole('textbox', { name: '写在这里' }).fill(words)
  await sheet.locator('input[type=file][multiple]').setInputFiles(await photo(name))
  await expect(sheet.getByText('已传好')).toBeVisible()
  await sheet.getByRole('button', { name: /^(交作业|再交一次)$/ }).click()
  await expect(page).toHaveURL(/\/homework\/detail\/\d+$/)
  await expect(page.getByText('待批改').first()).toBeVisible()
}

async function drawStroke(page: Page): Promise<void> {
  const paper = page.getByRole('application')
  const box = await paper.boundingBox()
  if (!box) throw new Error('There is no photo.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.45, { steps: 12 })
  await page.mouse.up()
}

test('a photo comes back in red and is done again', async () => {
  test.setTimeout(180_000)
  const page = await learner.newPage()
  await openPage(page, hrefs[0] ?? '')
  await handInPhoto(page, '第一遍：光从左上来', '第一遍.png')
  const address = new URL(page.url()).pathname

  const desk = await office.newPage()
  await openPage(desk, address)
  await expect(desk.getByRole('application')).toBeVisible()
  await drawStroke(desk)
  await expect(desk.getByText(/^已保存/)).toBeVisible()
  await desk.keyboard.press('n')
  const box = await desk.getByRole('application').boundingBox()
  await desk.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await desk.getByRole('textbox', { name: '1 号批注' }).fill('<b>罐口</b>再圆一点')
  const form = desk.getByRole('form', { name: '批改' })
  await form.getByLabel('评语').fill('三只罐口一样扁，请坐低了再看')
  await expect(desk.getByText(/^已保存/)).toBeVisible()
  await form.getByRole('button', { name: '退回重做' }).click()
  await expect(desk).not.toHaveURL(new RegExp(`${address}$`))

  await openPage(page, '/user/message')
  await expect(page.getByText('作业被退回了').first()).toBeVisible()
  await openPage(page, address)
  await expect(round(page, 1).getByText('退回：三只罐口一样扁，请坐低了再看')).toBeVisible()
  await expect(round(page, 1).getByText('红笔 1 笔')).toBeVisible()
  await expect(round(page, 1).getByText('<b>罐口</b>再圆一点')).toBeVisible()
  await handInPhoto(page, '第二遍：坐在地上画的', '第二遍.png')
  await expect(round(page, 2).getByText('第二遍：坐在地上画的')).toBeVisible()
  await expect(round(page, 1).getByText('第一遍：光从左上来')).toBeVisible()

  await openPage(desk, address)
  await form.getByLabel('分数').fill('88')
  await form.getByLabel('评语').fill('这一遍站住了')
  await form.getByRole('button', { name: '交还作业' }).click()
  await expect(desk).not.toHaveURL(new RegExp(`${address}$`))
  await openPage(page, address)
  await expect(round(page, 2).getByText('88')).toBeVisible()
  await expect(round(page, 2).getByText('这一遍站住了')).toBeVisible()
  await openPage(page, '/user/message')
  await expect(page.getByText('作业批改好了').first()).toBeVisible()
  await desk.close()
  await page.close()
})

test('a draft survives a reload and a lost network', async () => {
  const page = await learner.newPage()
  await openPage(page, hrefs[1] ?? '')
  const words = page.getByRole('textbox', { name: '写在这里' })
  await words.fill('先写一半')
  await expect(page.getByText(/^草稿已保存/)).toBeVisible()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(words).toHaveValue('先写一半')
  await page.locator('html[data-hydrated]').waitFor()
  await learner.setOffline(true)
  await words.fill('先写一半，再写一半')
  await expect(page.getByText(/没存到学校/)).toBeVisible()
  await learner.setOffline(false)
  await expect(page.getByText(/^草稿已保存/)).toBeVisible()
  await page.close()
})

test('a draft in an old tab overwrites nothing', async () => {
  const [first, second] = [await learner.newPage(), await learner.newPage()]
  for (const page of [first, second]) await openPage(page, hrefs[2] ?? '')
  const words = (page: Page) => page.getByRole('textbox', { name: '写在这里' })
  await words(first).fill('第一个窗口')
  await expect(first.getByText(/^草稿已保存/)).toBeVisible()
  await words(second).fill('第二个窗口')
  await expect(second.getByText(/没存到学校.*另一台设备上改过了/)).toBeVisible()
  await expect(words(second)).toHaveValue('第二个窗口')
  await first.reload({ waitUntil: 'domcontentloaded' })
  await expect(words(first)).toHaveValue(/第[一二]个窗口/)
  await first.close()
  await second.close()
})

test('a voice at the desk is heard by its learner', async ({ browser }) => {
  test.setTimeout(120_000)
  const page = await learner.newPage()
  await openPage(page, hrefs[4] ?? '')
  await handInPhoto(page, '给语音批', '语音.png')
  const address = new URL(page.url()).pathname
  await office.grantPermissions(['microphone'])
  const desk = await office.newPage()
  await desk.addInitScript(() => {
    // a tone in place of a microphone, which this machine hasn't got
    navigator.mediaDevices.getUserMedia = async () => {
      const sound = new AudioContext()
      const tone = sound.createOscillator()
      const out = sound.createMediaStreamDestination()
      tone.connect(out)
      tone.start()
      return out.stream
    }
  })
  const answer = await desk.goto(address, { waitUntil: 'domcontentloaded' })
  expect(await answer?.headerValue('permissions-policy')).toContain('microphone=(self)')
  await desk.locator('html[data-hydrated]').waitFor()
  await desk.getByRole('button', { name: '录一段话' }).click()
  await expect(desk.getByText('正在录 1 秒')).toBeVisible()
  await desk.getByRole('button', { name: '说完了' }).click()
  const form = desk.getByRole('form', { name: '批改' })
  await expect(form.getByText('已传好')).toBeVisible()
  await form.getByLabel('分数').fill('90')
  await form.getByRole('button', { name: '交还作业' }).click()
  await expect(desk).not.toHaveURL(new RegExp(`${address}$`))
  await openPage(page, address)
  const voice = round(page, 1).locator('audio')
  await expect(voice).toBeVisible()
  const url = await voice.getAttribute('src')
  expect((await learner.request.get(String(url))).headers()['content-type']).toBe('audio/webm')
  const stranger = await browser.newContext()
  expect(await (await stranger.request.get(String(url))).json()).toMatchObject({ code: -3 })
  await stranger.close()
  const other = await page.request.get('/user/homework')
  expect(other.headers()['permissions-policy']).toContain('microphone=()')
  await desk.close()
  await page.close()
})

/** Draws from one place of the turned and enlarged photo to another, in pixels of it, and answers its width. */
async function drawTurned(desk: Page): Promise<number> {
  for (const key of ['r', '+']) await desk.keyboard.press(key)
  const box = await desk.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no photo.')
  await desk.mouse.move(box.x + 100, box.y + 100)
  await desk.mouse.down()
  await desk.mouse.move(box.x + 200, box.y + 100, { steps: 8 })
  await desk.mouse.up()
  await expect(desk.getByText(/^已保存/)).toBeVisible()
  return box.width
}

test('a photo is asked for again, and drawn on turned', async () => {
  const page = await learner.newPage()
  await openPage(page, hrefs[5] ?? '')
  await handInPhoto(page, '照片晚一点来', '晚来.png')
  const desk = await office.newPage()
  await desk.route('**/api/study/file/**', (route) => route.abort())
  await openPage(desk, new URL(page.url()).pathname)
  await expect(desk.getByText('照片没有加载出来')).toBeVisible()
  await desk.unroute('**/api/study/file/**')
  await desk.getByRole('button', { name: '重试' }).click()
  await expect(desk.getByRole('application')).toBeVisible()
  // four to three, and lying on its side: what is drawn to the right goes up in the upright picture
  const unit = 7500 / (await drawTurned(desk))
  const id = /\d+$/.exec(page.url())?.[0]
  const marks = await callSite<HomeworkMark[]>(office.request, `/api/user/homework/marks?id=${id}&roundNo=1`)
  const points = marks.flatMap((mark) => mark.points)
  expect(Math.abs((points[0] ?? 0) - 100 * unit)).toBeLessThan(40)
  expect(Math.abs((points[1] ?? 0) - (7500 - 100 * unit))).toBeLessThan(40)
  expect(Math.abs((points.at(-2) ?? 0) - (7500 - 200 * unit))).toBeLessThan(40)
  await desk.close()
  await page.close()
})

test('a desk is worked by keyboard alone', async () => {
  test.setTimeout(120_000)
  const page = await learner.newPage()
  await openPage(page, hrefs[3] ?? '')
  await handInPhoto(page, '给键盘批', '键盘.png')
  const desk = await office.newPage()
  await openPage(desk, new URL(page.url()).pathname)
  const paper = desk.getByRole('application')
  await expect(paper).toBeVisible()
  await desk.keyboard.press('n')
  await paper.focus()
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown', 'Enter']) await desk.keyboard.press(key)
  const remark = desk.getByRole('textbox', { name: '1 号批注' })
  await expect(remark).toBeFocused()
  await desk.keyboard.type('从这里开始')
  await paper.focus()
  for (const key of ['p', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await desk.keyboard.press(key)
  await expect(desk.getByText('这张照片上画了 1 笔')).toBeVisible()
  await desk.keyboard.press('z')
  await expect(desk.getByText('这张照片上画了 1 笔')).toHaveCount(0)
  await desk.keyboard.press('y')
  await expect(desk.getByText('这张照片上画了 1 笔')).toBeVisible()
  await expect(desk.getByText(/^已保存/)).toBeVisible()
  expect(await breachesInBothColours(desk)).toEqual([])
  await desk.reload({ waitUntil: 'domcontentloaded' })
  await expect(desk.getByText('这张照片上画了 1 笔')).toBeVisible()
  await expect(desk.getByRole('textbox', { name: '1 号批注' })).toHaveValue('从这里开始')
  await desk.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(desk)).toBeLessThanOrEqual(0)
  await desk.close()
  await page.close()
})
