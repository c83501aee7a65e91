import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

const pages = ['/user/perfect', '/user/security', '/user/auth/updatePhone', '/user/auth/password', '/user/auth/password/forget'] as const

test.beforeEach(async ({ context, account }) => {
  await context.setExtraHTTPHeaders(ownAddress())
  await logInBrowser(context, account)
})

/** Violations of the accessibility rules, in words. */
async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return result.violations.map((item) => `${item.id}: ${item.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    test('the pages of the account are accessible, with one h1, and for nobody to index', async ({ page }) => {
      test.slow()
      for (const path of pages) {
        await openPage(page, path)
        await expect(page.locator('h1'), path).toHaveCount(1)
        await expect(page.locator('meta[name=robots]'), path).toHaveAttribute('content', /noindex/)
        expect(await violations(page), path).toEqual([])
      }
    })
    test('the dialogs of the security page are accessible, with their messages', async ({ page }) => {
      test.slow()
      await openPage(page, '/user/security')
      for (const [button, title, submit] of [['导出', '导出我的数据', '开始导出'], ['注销账号', '注销账号', '申请注销']] as const) {
        await page.getByRole('button', { name: button, exact: true }).click()
        const dialog = page.getByRole('dialog', { name: title })
        await dialog.getByRole('button', { name: submit }).click()
        await expect(dialog.getByText('验证码必填')).toBeVisible()
        expect(await violations(page), title).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused()
      }
    })
  })
}

test('on a narrow screen nothing reaches beyond it', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of pages) {
    await openPage(page, path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBeLessThanOrEqual(0)
  }
})
