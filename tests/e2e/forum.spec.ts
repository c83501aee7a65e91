import { expect, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

const main = (page: Page) => page.getByRole('main')
/** Rows of the list of posts that the page is about. */
const rows = (page: Page) =>
  main(page)
    .getByRole('region', { name: /大家在说|^帖子$|全部帖子/ })
    .getByRole('listitem')

/** The address of a post with threads and answers, as its list shows it. */
async function findDiscussion(page: Page): Promise<string> {
  const answer = await page.request.get('/api/post/list?sort=hot&pageSize=1')
  const { body } = (await answer.json()) as { body: { records: { id: number }[] } }
  return `/bbs/detail/${body.records[0]?.id}`
}

test.describe('a reader in the forum', () => {
  test('goes to a plate, a post, its author, without reloads', async ({ page }) => {
    await openPage(page, '/')
    await page.evaluate(() => Object.assign(window, { kept: true }))
    await page.getByRole('banner').getByRole('link', { name: '社区' }).click()
    await expect(page).toHaveURL('/bbs/plate')
    await main(page).getByRole('link', { name: '插画习作', exact: true }).first().click()
    await expect(page).toHaveURL(/\/bbs\/plate\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('插画习作')
    await main(page).getByRole('link', { name: '最新发布' }).click()
    await expect(page).toHaveURL(/\?sort=new$/)
    await expect(main(page).getByRole('link', { name: '最新发布' })).toHaveAttribute('aria-current', 'true')
    await main(page).getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL(/sort=new&page=2$/)
    await expect(main(page).getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    const title = rows(page).first().getByRole('heading').getByRole('link')
    const name = await title.innerText()
    await title.click()
    await expect(page).toHaveURL(/\/bbs\/detail\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByRole('article').locator('a[href^="/bbs/user/"]').click()
    await expect(page).toHaveURL(/\/bbs\/user\/\d+$/)
    await expect(main(page).getByRole('link', { name })).toBeVisible()
    await main(page).getByRole('link', { name: '回复', exact: true }).click()
    await expect(page).toHaveURL(/\?tab=reply$/)
    await main(page).locator('a[href*="#floor-"]').first().click()
    await expect(page).toHaveURL(/\/bbs\/detail\/\d+(?:\?page=\d+)?#floor-\d+$/)
    await expect(page.locator(new URL(page.url()).hash)).toBeInViewport()
    expect(await page.evaluate(() => 'kept' in window)).toBe(true)
  })

  test('goes the same way by keyboard', async ({ page }) => {
    await openPage(page, '/bbs/plate')
    const follow = async (selector: string): Promise<void> => {
      const link = main(page).locator(selector).first()
      await link.focus()
      await expect(link).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('#main')).toBeFocused()
    }
    await follow('a[href="/bbs/plate/all"]')
    await expect(page).toHaveURL('/bbs/plate/all')
    await follow('h3 a[href^="/bbs/plate/"]')
    await expect(page).toHaveURL(/\/bbs\/plate\/\d+$/)
    await follow('h3 a[href^="/bbs/detail/"]')
    await expect(page).toHaveURL(/\/bbs\/detail\/\d+$/)
    await follow('article a[href^="/bbs/user/"]')
    await expect(page).toHaveURL(/\/bbs\/user\/\d+$/)
  })

  test('turns comments round, and reads answers below them', async ({ page }) => {
    await openPage(page, await findDiscussion(page))
    const threads = main(page).getByRole('region', { name: '回复' })
    await expect(threads.locator('[id^="floor-"]').first()).toHaveAttribute('id', 'floor-1')
    await expect(threads.getByRole('list').getByRole('list').first()).toBeVisible()
    await threads.getByRole('link', { name: '最新在前' }).click()
    await expect(page).toHaveURL(/\?order=new$/)
    await expect(threads.locator('[id^="floor-"]').first()).not.toHaveAttribute('id', 'floor-1')
  })

  test('searches the forum, and is told when there is nothing', async ({ page }) => {
    await openPage(page, '/bbs/plate')
    const box = main(page).getByRole('textbox', { name: '搜帖子' })
    await box.fill('数位板选购')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/bbs\/plate\/all\?searchText=/)
    await expect(
      main(page)
        .getByRole('link', { name: /数位板选购/ })
        .first(),
    ).toBeVisible()
    await box.fill('§§§')
    await box.press('Enter')
    await expect(main(page).getByText('没有找到这样的帖子')).toBeVisible()
  })

  test('counts as one view, however often the page is opened', async ({ browser }) => {
    const page = await browser.newPage({ extraHTTPHeaders: { 'X-Forwarded-For': '198.51.100.77' } })
    const { body } = (await (await page.request.get('/api/post/list?sort=new&pageNum=3&pageSize=1')).json()) as {
      body: { records: { id: number; viewCount: number }[] }
    }
    const [post] = body.records
    const views = async (): Promise<number> =>
      ((await (await page.request.get(`/api/post/detail?id=${post?.id}`)).json()) as { body: { viewCount: number } })
        .body.viewCount
    for (let visit = 0; visit < 2; visit += 1) {
      const counted = page.waitForResponse((response) => response.url().endsWith('/api/post/view'))
      await page.goto(`/bbs/detail/${post?.id}`)
      expect((await counted).ok()).toBe(true)
    }
    expect(await views()).toBe((post?.viewCount ?? 0) + 1)
    await page.close()
  })

  test('must log in for a page of their own', async ({ page }) => {
    await openPage(page, '/bbs/user')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test.describe('the forum on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('fits, and nothing lies over anything', async ({ page }) => {
    for (const path of ['/bbs/plate/all?page=2', '/bbs/plate/4', await findDiscussion(page)]) {
      await openPage(page, path)
      expect(await overhang(page), path).toBe(0)
    }
  })
})

test.describe('the forum without script', () => {
  test.use({ javaScriptEnabled: false })

  test('is read by links and forms alone', async ({ page }) => {
    await page.goto('/bbs/plate')
    await main(page).getByRole('link', { name: '全部版块' }).first().click()
    await expect(page).toHaveURL('/bbs/plate/all')
    await page.getByLabel('到第').fill('3')
    await page.getByLabel('到第').press('Enter')
    await expect(page).toHaveURL('/bbs/plate/all?page=3')
    await rows(page).first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/bbs\/detail\/\d+$/)
    await expect(page.getByRole('article').locator('p').last()).toBeVisible()
    await page.goto('/bbs/plate')
    await page.getByRole('textbox', { name: '搜帖子' }).fill('显示器')
    await page.getByRole('textbox', { name: '搜帖子' }).press('Enter')
    await expect(
      main(page)
        .getByRole('link', { name: /显示器/ })
        .first(),
    ).toBeVisible()
  })
})

test.describe('accessibility rules in the forum', () => {
  for (const path of [
    '/bbs/plate',
    '/bbs/plate/all',
    '/bbs/plate/4?page=2',
    '/bbs/plate/1?sort=essence',
    '/bbs/detail/',
    '/bbs/user/10',
    '/bbs/user/10?tab=reply',
    '/bbs/plate/all?searchText=%C2%A7',
  ]) {
    test(`${path} is accessible in both colours, fitting a telephone`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openPage(page, path === '/bbs/detail/' ? await findDiscussion(page) : path)
      expect(await breachesInBothColours(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await overhang(page)).toBe(0)
    })
  }
})
