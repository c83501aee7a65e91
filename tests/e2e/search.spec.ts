import { expect, type Page, test } from 'playwright/test'
import { breaches } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

const somePage = '/agreement/register'
const searchCall = '**/api/search/course-list*'

function box(page: Page) {
  return page.getByRole('combobox', { name: '搜索' })
}

function textOf(url: string): string {
  return new URL(url).searchParams.get('searchText') ?? ''
}

/** What is searched for from now on, with a reload or without. */
function listSearches(page: Page): string[] {
  const searched: string[] = []
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).pathname === '/search') searched.push(textOf(frame.url()))
  })
  return searched
}

async function stored(page: Page): Promise<string[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('searchHistory') ?? '[]') as string[])
}

interface Hit {
  id: number
  name: string
}

function found(hits: Hit[], total: number): string {
  const records = hits.map((hit) => ({
    ...hit,
    learnAim: '',
    coverImg: '',
    teacherName: '老师',
    lectureType: 3,
    price: '9.00',
    isCharge: true,
    studyCount: 1,
  }))
  return JSON.stringify({ code: 1, msg: 'success', body: { records, total, current: 1, pages: 1, size: 4 }, Time: 0 })
}

test.describe('search box', () => {
  test('asks once after 300 ms, showing four and all', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/search/course-list')) asked.push(textOf(request.url()))
    })
    await openPage(page, somePage)
    await box(page).click()
    await page.keyboard.type('系统', { delay: 60 })
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(asked).toEqual(['系统'])
    const options = page.getByRole('option')
    await expect(options).toHaveCount(5)
    await expect(options.last()).toContainText('查看更多')
    expect(await breaches(page)).toEqual([])
    await options.last().click()
    await page.waitForURL('**/search?searchText=*')
    expect(textOf(page.url())).toBe('系统')
    expect(await stored(page)).toEqual(['系统'])
  })

  test('a late answer to an older text never shows', async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(searchCall, async (route) => {
      const text = textOf(route.request().url())
      if (text === '水') await released
      await route
        .fulfill({ contentType: 'application/json', body: found([{ id: 1, name: `${text}的课` }], 1) })
        .catch(() => undefined)
    })
    await openPage(page, somePage)
    const asked = page.waitForRequest((request) => textOf(request.url()) === '水')
    await box(page).fill('水')
    const older = await asked
    await box(page).fill('水彩')
    await expect(page.getByRole('option')).toHaveText(/水彩的课/)
    release()
    // It is answered, or nobody waits for it any more; two pictures later it would be seen.
    await older.response()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(page.getByRole('option')).toHaveText(/水彩的课/)
  })

  test('the arrow keys choose, Enter follows, Esc closes', async ({ page }) => {
    await page.route(searchCall, (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: found(
          [
            { id: 1, name: '水彩一' },
            { id: 2, name: '水彩二' },
          ],
          2,
        ),
      }),
    )
    await openPage(page, somePage)
    await box(page).fill('水彩')
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = page.getByRole('option').nth(1)
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await expect(box(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
    await page.keyboard.press('Escape')
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/course/video/1')
  })

  test('Enter searches for the text; blank text does nothing', async ({ page }) => {
    const searched = listSearches(page)
    await openPage(page, somePage)
    await box(page).fill('   ')
    await page.keyboard.press('Enter')
    expect(await stored(page)).toEqual([])
    await box(page).fill(' C&A 画 ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?*')
    expect(searched).toEqual(['C&A 画'])
    expect(await stored(page)).toEqual(['C&A 画'])
  })

  test('an Enter within the input method doesn’t search', async ({ page }) => {
    const searched = listSearches(page)
    await openPage(page, somePage)
    await box(page).focus()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'shuicai', selectionStart: 7, selectionEnd: 7 })
    await box(page).evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          keyCode: 229,
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    )
    await session.send('Input.insertText', { text: '水' })
    await expect(page.getByRole('listbox')).toBeVisible()
    await session.send('Input.imeSetComposition', { text: 'cai', selectionStart: 3, selectionEnd: 3 })
    await session.send('Input.insertText', { text: '彩' })
    await expect(box(page)).toHaveValue('水彩')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?*')
    expect(searched).toEqual(['水彩'])
  })

  test('empty, shows hot and kept terms, and clears them', async ({ page }) => {
    await openPage(page, somePage)
    await page.evaluate(() => localStorage.setItem('searchHistory', JSON.stringify(['一', '二', '三', '四', '五'])))
    await box(page).click()
    const history = page.getByRole('group', { name: '搜索历史' })
    await expect(history.getByRole('option')).toHaveText(['一', '二', '三', '四'])
    await expect(page.getByRole('group', { name: '热门搜索' }).getByRole('option').first()).toBeVisible()
    await page.getByRole('button', { name: '清除历史' }).click()
    await expect(history).toHaveCount(0)
    expect(await stored(page)).toEqual([])
    await expect(box(page)).toBeFocused()
  })

  test('a failing call leaves the box usable', async ({ page }) => {
    await page.route(searchCall, (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await openPage(page, somePage)
    await box(page).fill('水彩')
    await expect(page.getByText('抱歉，没有找到你要的内容')).toBeVisible()
  })
})

test.describe('search page', () => {
  test('lists finds with marked words, unindexed', async ({ page }) => {
    await openPage(page, '/search?searchText=%E6%B0%B4%E5%BD%A9')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“水彩”的搜索结果')
    await expect(page.locator('main mark').first()).toHaveText('水彩')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(page.getByRole('combobox', { name: '搜索' })).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('search')).toHaveCount(0)
    await expect(page.locator('main').getByRole('combobox')).toHaveValue('水彩')
    expect(await breaches(page)).toEqual([])
  })

  test('a tab shows one kind with its announced count', async ({ page }) => {
    await openPage(page, '/search?searchText=%E7%BB%98%E6%9C%AC')
    const tabs = page.getByRole('navigation', { name: '搜索结果的种类' })
    await expect(tabs.getByRole('link', { name: /全部/ })).toHaveAttribute('aria-current', 'page')
    const articles = tabs.getByRole('link', { name: /文章/ })
    const count = Number((await articles.innerText()).replace(/\D/g, ''))
    await articles.click()
    await page.waitForURL('**&tab=article')
    await expect(articles).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('main ol > li')).toHaveCount(Math.min(count, 20))
    for (const href of await page
      .locator('main ol h2 a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      expect(href).toMatch(/^\/article\/\d+\.html$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“绘本”的搜索结果')
  })

  test('pinyin finds and marks the Chinese text', async ({ page }) => {
    await openPage(page, '/search?searchText=chahua')
    await expect(page.locator('main h2 mark').first()).toHaveText('插画')
  })

  test('what was mistyped is answered by what was probably meant', async ({ page }) => {
    await openPage(page, '/search?searchText=%E6%B0%B4%E9%87%87')
    await expect(page.getByText('没有找到“水采”')).toBeVisible()
    await page.getByRole('link', { name: '水彩', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('searchText') === '水彩')
    await expect(page.getByText('没有找到')).toHaveCount(0)
  })

  for (const [what, text] of [
    ['emoji', '🎨🎨'],
    ['operators', "& | ! <-> :* ' \\"],
    ['markup', '"><script>alert(1)</script>'],
    ['500 characters', '长'.repeat(500)],
  ] as const) {
    test(`${what} are answered by a page`, async ({ page }) => {
      const answer = await page.goto(`/search?searchText=${encodeURIComponent(text)}`)
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('的搜索结果')
      await expect(
        page
          .getByText(/抱歉，没有找到你要的内容|没有找到“|没有内容/)
          .or(page.locator('main ol > li'))
          .first(),
      ).toBeVisible()
    })
  }

  test('composed text is searched from its first letter', async ({ page }) => {
    await openPage(page, '/search')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/search/')) asked.push(textOf(request.url()))
    })
    const input = page.locator('main').getByRole('combobox')
    await input.focus()
    const keyboard = await page.context().newCDPSession(page)
    const compose = async (steps: readonly string[], word: string): Promise<void> => {
      for (const step of steps)
        await keyboard.send('Input.imeSetComposition', {
          text: step,
          selectionStart: step.length,
          selectionEnd: step.length,
        })
      await keyboard.send('Input.insertText', { text: word })
    }
    await compose(['c', 'ch', 'cha', "cha'h", "cha'hua", '插画'], '插画')
    await expect(input).toHaveValue('插画')
    await expect(page.getByRole('option').first()).toContainText('插画')
    await compose(['d', 'di', "di'tu", '地图'], '地图')
    await expect(input).toHaveValue('插画地图')
    await expect(page.getByRole('option').first()).toContainText('插画地图')
    // letters that were never more than half a word have not been asked for
    expect(asked.filter((text) => /[a-z]/.test(text))).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('searchText') === '插画地图')
    await expect(page.locator('main ol h2').first()).toContainText('插画地图')
    await expect(page.locator('main ol h2 mark').first()).toHaveText('插画地图')
    expect(await stored(page)).toEqual(['插画地图'])
  })

  test('pages have addresses of their own, and the box jumps', async ({ page }) => {
    await openPage(page, '/search?searchText=%E7%94%BB')
    const pager = page.getByRole('navigation', { name: '分页' })
    await pager.getByRole('link', { name: '下一页' }).click()
    await page.waitForURL('**&page=2')
    await expect(pager.getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    await pager.getByLabel(/到第/).fill('99')
    await page.keyboard.press('Enter')
    await expect(pager.getByText('下一页')).not.toHaveAttribute('href')
    await page.goBack()
    await expect(pager.getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
  })

  test('finding nothing says so', async ({ page }) => {
    await openPage(page, '/search?searchText=zzzzqqq')
    await expect(page.getByText('抱歉，没有找到你要的内容')).toBeVisible()
    await expect(page.getByText('请换个方式查询')).toBeVisible()
    await expect(page.getByRole('region', { name: '大家在搜' }).getByRole('link').first()).toBeVisible()
    expect(await breaches(page)).toEqual([])
  })

  test('without a text it offers what others look for', async ({ page }) => {
    await openPage(page, '/search')
    await page.getByRole('region', { name: '大家在搜' }).getByRole('link').first().click()
    await page.waitForURL('**/search?searchText=*')
    await expect(page.locator('main').getByRole('combobox')).not.toHaveValue('')
  })

  test('works without script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    await page.goto(somePage)
    await page.getByRole('combobox', { name: '搜索' }).fill('水彩')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?searchText=*')
    await expect(page.locator('main mark').first()).toHaveText('水彩')
    await context.close()
  })
})
