import { expect } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

const pages = [
  '/user/perfect',
  '/user/security',
  '/user/auth/updatePhone',
  '/user/auth/password',
  '/user/auth/password/forget',
] as const

test.beforeEach(async ({ context, account }) => {
  await context.setExtraHTTPHeaders(ownAddress())
  await logInBrowser(context, account)
})

test('account pages are accessible, narrow, one h1, unindexed', async ({ page }) => {
  test.slow()
  for (const path of pages) {
    await openPage(page, path)
    await expect(page.locator('h1'), path).toHaveCount(1)
    await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', /noindex/)
    expect(await breachesInBothColours(page), path).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(page), path).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('security dialogs are accessible with their messages', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '/user/security')
  for (const [button, title, submit] of [
    ['导出', '导出我的数据', '开始导出'],
    ['注销账号', '注销账号', '申请注销'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: submit }).click()
    await expect(dialog.getByText('验证码必填')).toBeVisible()
    expect(await breachesInBothColours(page), title).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused()
  }
})
