import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'
import type { OwnSite } from '../support/own-site.ts'
import { officeOf, openBrowser, startSupportSite } from '../support/support-browser.ts'
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
