import { expect, test } from 'playwright/test'

test.use({ javaScriptEnabled: false })

test.describe('without script on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a touch opens the menu, leads on, and closes', async ({ page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: '主导航' })
    await expect(nav).toBeHidden()
    await page.getByRole('button', { name: '展开菜单' }).tap()
    // Where a touch moves no focus it stays open, too.
    await page.locator('h1').first().focus()
    await expect(nav).toBeVisible()
    await nav.getByRole('link', { name: '收起菜单' }).tap()
    await expect(nav).toBeHidden()
    await page.getByRole('button', { name: '展开菜单' }).tap()
    await nav.getByRole('link', { name: '系统班', exact: true }).tap()
    await expect(page).toHaveURL('/classes')
  })
})

test.describe('without script', () => {
  test('from home to a course by links alone', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('button', { name: '暂停轮播' })).toBeHidden()
    await page
      .getByRole('main')
      .getByRole('link', { name: /编程学院/ })
      .first()
      .click()
    await expect(page).toHaveURL('/college/programming')
    await page.getByRole('link', { name: '看这个学院的课' }).click()
    await expect(page).toHaveURL('/course/programming')
    await page.getByRole('main').locator('a[href^="/course/video/"]').first().click()
    await expect(page).toHaveURL(/\/course\/video\/\d+$/)
    await page.locator('#related').getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/course\/(video|live)\/\d+$/)
  })

  test('a course shows its price, outline, teachers and related courses', async ({ page }) => {
    await page.goto('/course/video/1')
    await expect(page.getByText('399.00').first()).toBeVisible()
    await expect(page.locator('#outline').getByRole('listitem').first()).toBeVisible()
    await expect(page.locator('#teachers').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(page.locator('#related').getByRole('heading', { level: 3 }).first()).toBeVisible()
    await page.getByText(/^展开其余/).click()
    await expect(page.locator('#outline').getByText('20', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^播放试看/ })).toBeHidden()
  })

  test('filters, pages and the jump box work', async ({ page }) => {
    await page.goto('/course')
    await page.getByRole('group', { name: '学科' }).getByRole('link', { name: '音乐' }).click()
    await expect(page).toHaveURL('/course/music')
    await page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL('/course/music/0/2')
    await page.goto('/live/list')
    await page.getByLabel('到第').fill('3')
    await page.getByLabel('到第').press('Enter')
    await expect(page).toHaveURL('/live/list?page=3')
  })

  test('each part of home and colleges is in HTML', async ({ page }) => {
    await page.goto('/')
    for (const title of ['今日课表', '六个学院', '系统班', '大家在学', '学生作品', '老师', '文章', '荣誉']) {
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    }
    await page.goto('/college/music')
    for (const title of ['方向', '音乐学院的课', '卡在哪里', '试听', '学院的系统班', '老师', '学生作品']) {
      await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    }
  })
})
