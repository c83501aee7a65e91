import { expect, type Page, test } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

async function open(page: Page, path: string): Promise<void> {
  // The notice of the day has tests of its own; here it would lie over the page.
  await page.route('**/api/platform/notice/platform-notice-by-user*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code: 1, msg: '', body: null, Time: 0 }) }),
  )
  await openPage(page, path)
}

test.describe('a visitor browses the catalogue', () => {
  test('from home to a related course by mouse, without reloads', async ({ page }) => {
    await open(page, '/')
    await page.evaluate(() => Object.assign(window, { kept: true }))
    await page.getByRole('main').getByRole('heading', { name: '插画学院' }).first().click()
    await expect(page).toHaveURL('/college/illustration')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('插画学院')
    await page.getByRole('link', { name: '看这个学院的课' }).click()
    await expect(page).toHaveURL('/course/illustration')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('插画课程')
    const card = page.getByRole('main').locator('a[href^="/course/video/"]').first()
    const name = await card.getByRole('heading').innerText()
    await card.click()
    await expect(page).toHaveURL(/\/course\/video\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveTitle(new RegExp(name.slice(0, 6)))
    const related = page.locator('#related').getByRole('listitem').first().getByRole('link')
    const relatedName = await related.getByRole('heading').innerText()
    await related.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(relatedName)
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
  })

  test('the same way by keyboard', async ({ page }) => {
    await open(page, '/')
    const follow = async (selector: string): Promise<void> => {
      const link = page.getByRole('main').locator(selector).filter({ visible: true }).first()
      await link.focus()
      await expect(link).toBeFocused()
      await page.keyboard.press('Enter')
      // The new page has come when the focus lies on its content.
      if (!selector.includes('#')) await expect(page.locator('#main')).toBeFocused()
    }
    await follow('a[href="/college/design"]')
    await expect(page).toHaveURL('/college/design')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('设计学院')
    await follow('a[href="/course/design"]')
    await expect(page).toHaveURL('/course/design')
    await follow('a[href^="/course/live/"]')
    await expect(page).toHaveURL(/\/course\/live\/\d+$/)
    await follow('a[href="#outline"]')
    await expect(page).toHaveURL(/#outline$/)
    await expect(page.locator('#outline')).toBeInViewport()
  })

  test('a system class’s stages lead to its courses', async ({ page }) => {
    await open(page, '/classes')
    await page
      .getByRole('main')
      .locator('a[href^="/classes/"]')
      .filter({ has: page.getByRole('heading') })
      .first()
      .click()
    await expect(page).toHaveURL(/\/classes\/\d+$/)
    await expect(page.locator('#outline').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(
      page
        .getByRole('main')
        .getByText(/¥[\d,]+\.\d{2}/)
        .first(),
    ).toBeVisible()
    await page.locator('#outline').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/course\/(live|video)\/\d+$/)
  })
})

test.describe('lists keep their state in the address', () => {
  test('filters and sorting change the address and the courses', async ({ page }) => {
    await open(page, '/course')
    await page.getByRole('group', { name: '学科' }).getByRole('link', { name: '编程' }).click()
    await expect(page).toHaveURL('/course/programming')
    await page.getByRole('group', { name: '方向' }).getByRole('link', { name: '前端' }).click()
    await expect(page).toHaveURL('/course/programming/web-front')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('编程前端课程')
    await page.getByRole('group', { name: '类型' }).getByRole('link', { name: '直播' }).click()
    await expect(page).toHaveURL('/course/programming/web-front?type=live')
    await expect(page.getByRole('main').locator('a[href^="/course/video/"]')).toHaveCount(0)
    await page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '价格从低' }).click()
    await expect(page).toHaveURL('/course/programming/web-front?sort=price-asc&type=live')
    await page.getByRole('link', { name: '清空' }).click()
    await expect(page).toHaveURL('/course')
  })

  test('pages have own addresses, the first without one', async ({ page }) => {
    await open(page, '/course')
    const first = await page.getByRole('main').getByRole('heading', { level: 3 }).first().innerText()
    await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL('/course/all/0/2')
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).not.toHaveText(first)
    await page.getByLabel('到第').fill('3')
    await page.getByLabel('到第').press('Enter')
    await expect(page).toHaveURL('/course/all/0/3')
    await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 1 页' }).click()
    await expect(page).toHaveURL('/course')
    await page.goBack()
    await expect(page).toHaveURL('/course/all/0/3')
  })

  test('other forms of an address move to the one', async ({ request }) => {
    const location = async (path: string): Promise<string> => {
      const answer = await request.get(path, { maxRedirects: 0 })
      const to = answer.headers().location
      return `${answer.status()} ${to ? new URL(to, 'http://site').pathname + new URL(to, 'http://site').search : ''}`.trim()
    }
    expect(await location('/course/all/0/1')).toBe('301 /course')
    expect(await location('/course/design/0?sort=new')).toBe('301 /course/design?sort=new')
    expect(await location('/course/design/0/2?page=3')).toBe('301 /course/design/0/3')
    expect(await location('/classes/design/0')).toBe('301 /classes/design')
    expect(await location('/college')).toBe('302 /college/illustration')
    expect(await location('/college/1')).toBe('301 /college/illustration')
    expect(await location('/course/live/1')).toBe('301 /course/video/1')
    expect(await location('/live/list?page=1')).toBe('301 /live/list')
    for (const path of [
      '/course/live',
      '/course/live/5/2',
      '/course/live/play',
      '/course/design/2',
      '/course/design/0/999',
      '/classes/12abc',
      '/classes/99999999999999999999',
      '/course/a/b/1/z',
      '/college/nowhere',
      '/live/list?page=999',
    ]) {
      expect(`${path} ${await location(path)}`).toBe(`${path} 404`)
    }
  })
})

test.describe('the board', () => {
  test('changes its slide, holds under the pointer, stops', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    const carousel = page.getByRole('region', { name: '学校想先说的几句话' })
    const dot = (index: number) => carousel.getByRole('button', { name: `第 ${index} 幅`, exact: true })
    await expect(dot(1)).toHaveAttribute('aria-current', 'true')
    await page.clock.runFor(5200)
    await expect(dot(2)).toHaveAttribute('aria-current', 'true')
    await carousel.hover({ position: { x: 500, y: 120 } })
    await page.clock.runFor(11_000)
    await expect(dot(2)).toHaveAttribute('aria-current', 'true')
    await carousel.getByRole('button', { name: '下一幅' }).click()
    await expect(dot(3)).toHaveAttribute('aria-current', 'true')
    await carousel.getByRole('button', { name: '暂停轮播' }).click()
    await page.mouse.move(700, 860)
    await page.locator('body').click({ position: { x: 4, y: 600 } })
    await page.clock.runFor(11_000)
    await expect(dot(3)).toHaveAttribute('aria-current', 'true')
    await expect(carousel.getByRole('button', { name: '继续轮播' })).toBeVisible()
  })

  test('stands still under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/')
    await expect(page.getByRole('button', { name: '继续轮播' })).toBeVisible()
  })

  test('a college’s tab changes system classes in place', async ({ page }) => {
    await open(page, '/')
    const tabs = page.getByRole('navigation', { name: '按学院看系统班' })
    const answer = page.waitForResponse((response) => response.url().includes('/api/modular/home-page/class-system?'))
    await tabs.getByRole('link', { name: '音乐学院' }).click()
    await answer
    await expect(tabs.getByRole('link', { name: '音乐学院' })).toHaveAttribute('aria-current', 'true')
    await expect(page).toHaveURL('/')
  })
})

test('a college opened at 320 px needs no sideways scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/college/music')
  expect(await overhang(page)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})
