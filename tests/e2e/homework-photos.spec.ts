import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { makeHeic } from '../support/heic-files.ts'
import { callAsAdmin, openLearnerOf, openOffice } from '../support/homework-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { makePicture } from '../support/upload-samples.ts'

test.describe.configure({ mode: 'serial' })

let office: BrowserContext
let learner: BrowserContext
let mate: BrowserContext
let places: { courseId: number; periodId: number; scheduleId: number | null }[]

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  office = await openOffice(browser, 'admin')
  const opened = await openLearnerOf(browser, office)
  learner = opened.context
  places = opened.rows
  mate = (await openLearnerOf(browser, office)).context
})
test.afterAll(async () => {
  for (const context of [mate, learner, office]) await context?.close()
})

const hrefOf = (no: number): string =>
  `/homework/detail?periodId=${places[no]?.periodId}&scheduleId=${places[no]?.scheduleId}`
const chooser = (page: Page) => page.locator('input[type=file][multiple]')
const sheet = (page: Page) => page.getByRole('form', { name: '我的作业' })

/** A file of the sheet as it is kept; undefined while it is only shown from the device. */
async function readFile(page: Page) {
  const src = await sheet(page).locator('li img').first().getAttribute('src')
  if (!src?.startsWith('/')) return undefined
  const answer = await page.request.get(src)
  return { bytes: await answer.body(), type: answer.headers()['content-type'] }
}

test('a photo over five megabytes is made smaller, upright', async () => {
  test.setTimeout(120_000)
  const page = await learner.newPage()
  await openPage(page, hrefOf(0))
  // lies on its side, as a phone held upright takes it
  const bytes = await makePicture(2600, 1800).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(5 * 1024 * 1024)
  await chooser(page).setInputFiles({ name: '大图.jpeg', mimeType: 'image/jpeg', buffer: bytes })
  await expect(sheet(page).getByText('MB，超过 5 MB')).toBeVisible()
  await sheet(page).getByRole('button', { name: '缩小并上传 大图.jpeg' }).click()
  await expect(sheet(page).getByText('已传好')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^草稿已保存/)).toBeVisible()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(sheet(page).getByText('大图.jpg')).toBeVisible()
  const sent = await readFile(page)
  const { width, height } = await sharp(sent?.bytes).metadata()
  expect([sent?.type, height > width, (sent?.bytes.length ?? 0) <= 5 * 1024 * 1024]).toEqual(['image/jpeg', true, true])
  await page.close()
})

test('a HEIC photo is shown once it is sent', async () => {
  const page = await learner.newPage()
  await openPage(page, hrefOf(1))
  await chooser(page).setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: makeHeic() })
  await expect(sheet(page).getByText('已传好')).toBeVisible({ timeout: 30_000 })
  const sent = await readFile(page)
  const { width, height } = await sharp(sent?.bytes).metadata()
  expect([sent?.type, width, height]).toEqual(['image/jpeg', 96, 64])
  await page.close()
})

test('on a phone the camera comes first', async () => {
  const page = await learner.newPage()
  await openPage(page, hrefOf(2))
  const camera = page.getByRole('button', { name: '拍照' })
  await expect(page.getByRole('button', { name: '加照片或文件' })).toBeVisible()
  await expect(camera).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(camera).toBeVisible()
  await expect(page.locator('input[capture=environment]')).toHaveAttribute('accept', 'image/*')
  expect(await overhang(page)).toBeLessThanOrEqual(0)
  await page.close()
})

test('excellent work is seen by the class, and on paper', async () => {
  test.setTimeout(180_000)
  const page = await learner.newPage()
  await openPage(page, hrefOf(3))
  await sheet(page).getByRole('textbox', { name: '写在这里' }).fill('光从左上来')
  const buffer = await makePicture(400, 300).png().toBuffer()
  await chooser(page).setInputFiles({ name: '静物.png', mimeType: 'image/png', buffer })
  await expect(sheet(page).getByText('已传好')).toBeVisible()
  await sheet(page).getByRole('button', { name: '交作业' }).click()
  await expect(page).toHaveURL(/\/homework\/detail\/\d+$/)
  const id = Number(/\d+$/.exec(page.url())?.[0])
  const correction = { id, version: 1, score: 96, comment: '结构很稳' }
  await callAsAdmin(office, '/api/teach/homework/correct', correction)
  await callAsAdmin(office, '/api/teach/homework/excellent', { id, isExcellent: true })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await page.locator('html[data-hydrated]').waitFor()
  await page.getByRole('button', { name: '给同学看' }).click()
  await expect(page.getByText('同班同学能看到了')).toBeVisible()

  const other = await mate.newPage()
  await openPage(other, hrefOf(3))
  const part = other.getByRole('region', { name: '同班的优秀作业' })
  await expect(part.getByText('光从左上来')).toBeVisible()
  await expect(part.getByText('结构很稳')).toBeVisible()
  await expect(part.getByRole('button', { name: '看大图：静物.png' })).toBeVisible()
  expect(await breachesInBothColours(other)).toEqual([])
  await other.close()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: '第 1 次交' })).toBeVisible()
  await expect(page.getByText('结构很稳').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await expect(page.getByText('同班的优秀作业')).toBeHidden()
  await expect(page.getByText('怎么批改')).toBeHidden()
  // whose sheet it is
  await expect(page.getByText(/^同学\d{4}$/).filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: 'screen' })
  const printed = page.evaluate(() => new Promise((resolve) => Object.assign(window, { print: () => resolve(true) })))
  await page.getByRole('button', { name: '打印' }).click()
  expect(await printed).toBe(true)
  await page.close()
})

test('a lesson leads to its homework', async () => {
  const page = await learner.newPage()
  const { courseId, periodId } = places[3] ?? { courseId: 0, periodId: 0 }
  await openPage(page, `/course/live/${courseId}`)
  const done = page.locator('#outline').getByRole('link', { name: /^作业已批改：/ })
  await expect(done).toHaveAttribute('href', /^\/homework\/detail\/\d+$/)
  await expect(
    page
      .locator('#outline')
      .getByRole('link', { name: /^做作业：/ })
      .first(),
  ).toBeVisible()
  await openPage(page, `/course/video/play/${periodId}?scheduleId=${places[3]?.scheduleId}`)
  await expect(page.getByRole('link', { name: /^作业已批改/ }).first()).toBeVisible()
  await page.close()
})
