import { expect, type Locator, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { makePicture } from '../support/upload-samples.ts'

const path = '/user/info'
let signedIn: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(context, { password: 'chalk-2468' })
  signedIn = await context.storageState()
  await context.close()
})

test.beforeEach(async ({ context }) => {
  await context.addCookies(signedIn.cookies)
})

function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name })
}

function cropDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: '裁剪头像' })
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('选择头像').setInputFiles({ name, mimeType, buffer })
}

/** Left half red, right half blue. */
async function twoColours(): Promise<Buffer> {
  return makePicture(1, 1)
    .resize(600, 300)
    .composite([
      { input: { create: { width: 300, height: 300, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      { input: { create: { width: 300, height: 300, channels: 3, background: '#0000ff' } }, left: 300, top: 0 },
    ])
    .png()
    .toBuffer()
}

/** The colour in the middle of a shown picture. */
function middleOf(image: Locator): Promise<string> {
  return image.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const [x, y] = [shown.naturalWidth / 2, shown.naturalHeight / 2]
    context.drawImage(shown, x, y, 1, 1, 0, 0, 1, 1)
    const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither'
  })
}

test('a picture is cut, sent, and kept in the header', async ({ page }) => {
  await openPage(page, path)
  const put = page.waitForRequest((request) => request.method() === 'PUT')
  await choose(page, 'me.png', 'image/png', await twoColours())
  const stage = await cropDialog(page).getByRole('img', { name: '照片的裁剪范围' }).boundingBox()
  if (!stage) throw new Error('There is nothing to cut.')
  // The picture is drawn to the right: what is seen is its left half.
  await page.mouse.move(stage.x + 40, stage.y + 100)
  await page.mouse.down()
  await page.mouse.move(stage.x + 250, stage.y + 100, { steps: 5 })
  await page.mouse.up()
  await expect(cropDialog(page).getByLabel('左右位置')).toHaveValue('0')
  await cropDialog(page).getByRole('button', { name: '保存头像' }).click()
  await expect(page.getByRole('status').filter({ hasText: '修改成功' })).toBeVisible()
  await expect(cropDialog(page)).toBeHidden()
  expect((await put).headers()).toMatchObject({ reqsource: 'pcSite', 'content-type': 'image/png' })
  const inHeader = page.locator('header img[src^="/media/uploads/"]')
  expect(await middleOf(inHeader)).toBe('red')
  await page.reload()
  expect(await middleOf(inHeader)).toBe('red')
})

test('a picture is cut by arrow keys and slider', async ({ page }) => {
  await openPage(page, path)
  await choose(page, 'me.png', 'image/png', await twoColours())
  await cropDialog(page).getByLabel('左右位置').focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight')
  await expect(cropDialog(page).getByLabel('左右位置')).toHaveValue('100')
  const zoom = cropDialog(page).getByRole('slider', { name: '缩放' })
  await zoom.focus()
  await page.keyboard.press('End')
  await expect(zoom).toHaveValue('4')
  await cropDialog(page).getByLabel('左右位置').focus()
  await page.keyboard.press('ArrowUp')
  await expect(cropDialog(page).getByLabel('上下位置')).toHaveValue('45')
  await cropDialog(page).getByRole('button', { name: '保存头像' }).focus()
  await page.keyboard.press('Enter')
  await expect(cropDialog(page)).toBeHidden()
  expect(await middleOf(page.locator('header img[src^="/media/uploads/"]'))).toBe('blue')
})

test('a bad picture is refused before it is sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('pre-upload') || request.method() === 'PUT') asked.push(request.url())
  })
  await openPage(page, path)
  const part = section(page, '头像')
  await expect(part.getByText('支持 jpg, png, bmg，大小不超过 1M')).toBeVisible()
  await choose(page, 'big.png', 'image/png', Buffer.alloc(1_048_577))
  await expect(part.getByRole('alert')).toHaveText('头像上传失败（头像大小不能超过1M）')
  await choose(page, 'me.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(part.getByRole('alert')).toHaveText('me.svg是不支持的类型')
  await choose(page, 'me.bmg', '', Buffer.from('bmg'))
  await expect(part.getByRole('alert')).toHaveText('me.bmg是不支持的类型')
  await choose(page, 'broken.png', 'image/png', Buffer.alloc(1_048_576))
  await expect(cropDialog(page).getByText('文件读取失败')).toBeVisible()
  await expect(cropDialog(page).getByRole('button', { name: '保存头像' })).toBeDisabled()
  expect(asked).toEqual([])
})

test('a failed upload says so, and succeeds repeated', async ({ page }) => {
  await openPage(page, path)
  await page.route('**/api/storage/**', (route) => route.abort())
  await choose(page, 'me.jpg', 'image/jpeg', await makePicture(300, 300).jpeg().toBuffer())
  await cropDialog(page).getByRole('button', { name: '保存头像' }).click()
  await expect(cropDialog(page).getByRole('alert')).toHaveText('服务器错误')
  await page.unroute('**/api/storage/**')
  await cropDialog(page).getByRole('button', { name: '保存头像' }).click()
  await expect(cropDialog(page)).toBeHidden()
})

test('an address that has expired is asked for again', async ({ page }) => {
  await openPage(page, path)
  let refused = 0
  await page.route('**/api/storage/**', async (route) => {
    refused += 1
    if (refused === 1) await route.fulfill({ status: 403, body: '' })
    else await route.continue()
  })
  await choose(page, 'me.jpg', 'image/jpeg', await makePicture(301, 300).jpeg().toBuffer())
  await cropDialog(page).getByRole('button', { name: '保存头像' }).click()
  await expect(cropDialog(page)).toBeHidden()
  expect(refused).toBe(2)
})

test('the profile is kept, refused typing too', async ({ page }) => {
  await openPage(page, path)
  const form = section(page, '个人资料')
  await form.getByLabel('昵称').fill('')
  await form.getByLabel('真实姓名').fill('林晚')
  await form.getByLabel('性别').selectOption({ label: '女' })
  await form.getByLabel('QQ').fill('1234567')
  await form.getByLabel('职业').fill('插画师')
  await form.getByLabel('个人简介').fill('画了十年的猫')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByLabel('昵称')).toHaveAccessibleDescription('昵称格式错误')
  await expect(form.getByLabel('昵称')).toBeFocused()
  await form.getByLabel('昵称').fill('画猫的人')
  await page.route('**/api/user/info/profile', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('status').filter({ hasText: '修改失败' })).toBeVisible()
  await expect(form.getByLabel('个人简介')).toHaveValue('画了十年的猫')
  await page.unroute('**/api/user/info/profile')
  await expect(page.getByRole('status').filter({ hasText: '修改失败' })).toBeHidden()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('status').filter({ hasText: '修改成功' })).toBeVisible()
  await openPage(page, path)
  await expect(form.getByLabel('昵称')).toHaveValue('画猫的人')
  await expect(form.getByLabel('性别')).toHaveValue('2')
  await expect(form.getByLabel('个人简介')).toHaveValue('画了十年的猫')
})

async function fillAddress(form: Locator, consignee: string, phone: string): Promise<void> {
  await form.getByLabel('收货人').fill(consignee)
  await form.getByLabel('手机号').fill(phone)
  await form.getByLabel('省').fill('上海')
  await form.getByLabel('市').fill('上海')
  await form.getByLabel('区县').fill('徐汇区')
  await form.getByLabel('详细地址').fill('漕溪北路 88 号')
  await form.getByRole('button', { name: '保存地址' }).click()
}

test('addresses are added, changed, and one is default', async ({ page }) => {
  await openPage(page, path)
  const part = section(page, '收货地址')
  await expect(part.getByText('还没有收货地址')).toBeVisible()
  await part.getByRole('button', { name: '新增地址' }).click()
  const form = part.getByRole('form', { name: '新增地址' })
  await expect(form.getByLabel('收货人')).toBeFocused()
  await fillAddress(form, '林晚', '123')
  await expect(form.getByLabel('手机号')).toHaveAccessibleDescription('账号格式错误')
  await expect(form.getByLabel('详细地址')).toHaveValue('漕溪北路 88 号')
  await form.getByLabel('手机号').fill('13900001111')
  await form.getByRole('button', { name: '保存地址' }).click()
  await expect(page.getByRole('status').filter({ hasText: '修改成功' })).toBeVisible()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByRole('listitem').first()).toContainText('默认')

  await part.getByRole('button', { name: '新增地址' }).click()
  await fillAddress(part.getByRole('form', { name: '新增地址' }), '陈小满', '13900002222')
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await part.getByRole('button', { name: '把陈小满的地址设为默认' }).click()
  await expect(page.getByRole('status').filter({ hasText: '设置成功' })).toBeVisible()
  await expect(part.getByRole('button', { name: '把林晚的地址设为默认' })).toBeVisible()
  await part.getByRole('button', { name: '修改林晚的地址' }).click()
  await part.getByRole('form', { name: '修改地址' }).getByLabel('收货人').fill('林晓晚')
  await page.keyboard.press('Enter')
  await expect(part.getByText('林晓晚')).toBeVisible()
  await page.reload()
  await expect(part.getByRole('listitem').filter({ hasText: '默认' }).filter({ hasText: '陈小满' })).toHaveCount(1)
})

for (const width of [1440, 390]) {
  test.describe(`${width} wide`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })
    test('the page and its dialog are accessible and fit', async ({ page }) => {
      await openPage(page, path)
      await expect(page.locator('h1')).toHaveText('我的信息')
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
      await section(page, '收货地址').getByRole('button', { name: '新增地址' }).click()
      expect(await breachesInBothColours(page)).toEqual([])
      const free = await page.evaluate(() => document.documentElement.clientWidth)
      expect(await overhang(page)).toBe(0)
      await choose(page, 'me.png', 'image/png', await twoColours())
      await expect(cropDialog(page).getByRole('button', { name: '保存头像' })).toBeEnabled()
      expect(await breachesInBothColours(page)).toEqual([])
      // The window's lock keeps the scrollbar's strip: nothing sticks out, and the page below hasn't moved.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(free)
    })
  })
}
