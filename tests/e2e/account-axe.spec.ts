import { expect } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test.describe('accessibility rules in light and dark colours', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('are kept by open menu and centre, at any width', async ({ page, context, account }) => {
    await logInBrowser(context, account)
    await openPage(page, '/user/info')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('button', { name: '账号菜单' }).click()
      await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
      expect(await breachesInBothColours(page)).toEqual([])
      expect(await overhang(page)).toBeLessThanOrEqual(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: '退出登录' })).toBeHidden()
    }
  })
  test('are kept where one writes in the forum', async ({ page, context, account }) => {
    test.setTimeout(120_000)
    await logInBrowser(context, account)
    const own = ['', '?tab=reply', '?tab=collection', '?tab=news', '?tab=news&kind=review', '?tab=draft']
    for (const path of ['/bbs/write', ...own.map((tab) => `/bbs/user${tab}`)]) {
      await openPage(page, path)
      if (path === '/bbs/write') await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible()
      expect([path, await breachesInBothColours(page)]).toEqual([path, []])
      await page.setViewportSize({ width: 390, height: 800 })
      expect([path, await overhang(page)]).toEqual([path, 0])
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
  test('are kept by login page and account windows', async ({ page }) => {
    // The dialog's script never comes: what lies under it is looked at. Its style does come: the page's load waits for a style.
    await page.route('**/assets/login-dialog*.js', () => undefined)
    await openPage(page, '/user/info')
    await expect(page.getByRole('heading', { level: 1, name: '请先登录' })).toBeVisible()
    expect(await breachesInBothColours(page)).toEqual([])
    await openPage(page, '/auth/login?code=-6')
    await expect(page.getByRole('dialog', { name: '账号状态异常' })).toBeVisible()
    expect(await breachesInBothColours(page)).toEqual([])
  })
})

test.describe('accessibility rules of a sign-in by QQ or WeChat', () => {
  test('are kept where the provider sends the visitor back to', async ({ page }) => {
    // The answer never comes: the visitor stays where they wait.
    await page.route('**/api/oauth/**', () => undefined)
    await openPage(page, '/authMiddlePage/auth?loginType=QQ&code=ABCDEF&state=GHIJKL')
    await expect(page.getByRole('heading', { level: 1, name: '正在登录…' })).toBeVisible()
    expect(await breachesInBothColours(page)).toEqual([])
  })
  test('are kept where a phone is bound', async ({ page }) => {
    const ticket = { ticket: 'ABCDEF', loginType: 'QQ', nickname: '靠窗同学', headImg: '', redirect: null }
    await page.addInitScript((kept) => sessionStorage.setItem('oauthBind', JSON.stringify(kept)), ticket)
    await openPage(page, '/user/oauth/QQ')
    await expect(page.getByRole('heading', { level: 1, name: '绑定手机号' })).toBeVisible()
    await expect(page.getByLabel('手机号')).toBeVisible()
    expect(await breachesInBothColours(page)).toEqual([])
  })
})
