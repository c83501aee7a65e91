import { expect, type Page, test } from 'playwright/test'
import { breaches, breachesInBothColours, overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

/** The address of a work that has what is asked for, as the calls give it. */
async function findWork(page: Page, wanted: (media: { kind: string }[]) => boolean): Promise<string> {
  for (let pageNum = 1; pageNum <= 8; pageNum += 1) {
    const list = await (await page.request.get(`/api/student-work/list?pageSize=50&pageNum=${pageNum}`)).json()
    for (const { id } of list.body.records) {
      const work = await (await page.request.get(`/api/student-work/details?id=${id}`)).json()
      if (wanted(work.body.media)) return `/works/${id}.html`
    }
  }
  throw new Error('no such work')
}

const severalPictures = (media: { kind: string }[]): boolean =>
  media.length >= 4 && media.every(({ kind }) => kind === 'image')

test('a reader goes from header to article to next', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '文章' }).click()
  await expect(page).toHaveURL('/article')
  await page
    .getByRole('navigation', { name: '文章分类' })
    .getByRole('link', { name: /学习方法/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: '学习方法' })).toBeVisible()
  await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }).click()
  await expect(page.getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL('/article/learning/2')
  const link = page.getByRole('heading', { level: 3 }).getByRole('link').first()
  const title = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 6)))
  const contents = page.getByRole('navigation', { name: '本文目录' })
  const last = contents.getByRole('link').last()
  await last.click()
  await expect(page.getByRole('heading', { level: 2, name: (await last.textContent()) ?? '' })).toBeInViewport()
  await page.getByRole('navigation', { name: '上一篇和下一篇' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
})

test('an article’s link can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/article/1.html')
  await page.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('链接已复制')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/article\/1\.html$/)
})

test('an article’s picture opens the viewer, returning the focus', async ({ page }) => {
  await openPage(page, '/article/1.html')
  const picture = page.locator('article a[data-picture]').first()
  await picture.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer.locator('img').first()).toBeVisible()
  await expect(page).toHaveURL('/article/1.html')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(picture).toBeFocused()
})

test.describe('the viewer of a work', () => {
  test.beforeEach(async ({ page }) => {
    await openPage(page, await findWork(page, severalPictures))
    await page
      .getByRole('link', { name: /^看大图/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('goes through everything by keys and says where it is', async ({ page }) => {
    const count = await page.getByRole('list', { name: '全部图和文件' }).getByRole('button').count()
    const status = page.getByRole('dialog').getByRole('status')
    await expect(status).toContainText(`第 1 件，共 ${count} 件`)
    await page.keyboard.press('ArrowRight')
    await expect(status).toContainText('第 2 件')
    await page.keyboard.press('End')
    await expect(status).toContainText(`第 ${count} 件`)
    await expect(page.getByRole('button', { name: '下一件' })).toBeDisabled()
    await page.keyboard.press('Home')
    await expect(status).toContainText('第 1 件')
    await page.keyboard.press('ArrowLeft')
    await expect(status).toContainText('第 1 件')
    const thumbs = page.getByRole('list', { name: '全部图和文件' }).getByRole('button')
    await thumbs.nth(2).click()
    await expect(status).toContainText('第 3 件')
    await expect(thumbs.nth(2)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(thumbs.nth(3)).toBeFocused()
  })

  test('zooms by wheel, keys and double click, and drags', async ({ page }) => {
    const picture = page.locator('[data-stage] img')
    await expect(picture).toBeVisible()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const scale = (): Promise<number> => picture.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)
    const left = (): Promise<number> => picture.evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).e)
    await picture.hover()
    await page.mouse.wheel(0, -600)
    await expect.poll(scale).toBeGreaterThan(1.5)
    await page.keyboard.press('0')
    await expect.poll(scale).toBe(1)
    await page.keyboard.press('+')
    await expect.poll(scale).toBeGreaterThan(1.3)
    await page.keyboard.press('-')
    await expect.poll(scale).toBe(1)
    await picture.dblclick()
    await expect.poll(scale).toBeCloseTo(2.5, 1)
    const before = await left()
    await page.mouse.down()
    await page.mouse.move(900, 460, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).not.toBe(before)
    await page.getByRole('button', { name: '原来大小' }).click()
    await expect.poll(scale).toBe(1)
    const box = await picture.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 140, (box?.y ?? 0) + 40, { steps: 4 })
    await page.mouse.up()
    await expect.poll(left).toBeCloseTo(100, 0)
  })

  test('keeps the page still, accessible, and without styles', async ({ page }) => {
    expect(await breaches(page)).toEqual([])
    await expect(page.locator('html')).toHaveClass(/is-locked/)
    await page.getByRole('button', { name: '关闭' }).click()
    await expect(page.locator('html')).not.toHaveClass(/is-locked/)
    await expect(page.getByRole('link', { name: /^看大图/ }).first()).toBeFocused()
  })
})

test('a film and a sound play in the viewer', async ({ page }) => {
  for (const [kind, name] of [
    ['video', /^播放/],
    ['audio', /^听/],
  ] as const) {
    await openPage(page, await findWork(page, (media) => media.some((item) => item.kind === kind)))
    await page.getByRole('link', { name }).click()
    const media = page.getByRole('dialog').locator(kind)
    await expect(media).toBeVisible()
    await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.duration)).toBeGreaterThan(5)
    await page.keyboard.press('Escape')
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('articles and works are read, paged and opened as files', async ({ page }) => {
    await page.goto('/article')
    await page.getByRole('heading', { level: 3 }).getByRole('link').first().click()
    await expect(page.locator('article')).toContainText(/。/)
    await page.locator('article a[data-picture]').first().click()
    await expect(page).toHaveURL(/\.webp$/)
    await page.goto('/works')
    await page.getByRole('link', { name: '第 2 页' }).click()
    await expect(page).toHaveURL('/works/all/0/2')
    await page.locator('main figure a').first().click()
    await expect(page.getByRole('heading', { name: '老师批注' })).toBeVisible()
  })
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true })

  test('nothing is wider than the screen, pictures whole', async ({ page }) => {
    const work = await findWork(page, severalPictures)
    for (const path of ['/article', '/article/1.html', '/works', work]) {
      await openPage(page, path)
      expect(await overhang(page), path).toBeLessThanOrEqual(0)
    }
    await page
      .getByRole('link', { name: /^看大图/ })
      .first()
      .tap()
    const picture = page.locator('[data-stage] img')
    await expect(picture).toBeVisible()
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const box = await picture.boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 390).toBe(true)
    await expect(page.getByRole('button', { name: '关闭' })).toBeInViewport()
  })
})

test.describe('accessibility rules', () => {
  for (const path of [
    '/article',
    '/article/learning',
    '/article/1.html',
    '/works',
    '/works/illustration',
    '/works/1.html',
  ]) {
    test(`${path} breaks none in light and dark colours`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openPage(page, path)
      expect(await breachesInBothColours(page)).toEqual([])
    })
  }
})
