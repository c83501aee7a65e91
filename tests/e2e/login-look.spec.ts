import { expect, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { captchaDialog, newPhone, openPage, ownAddress, typePhone } from '../support/login-steps.ts'

const pages = ['/auth/login?code=-5', '/register?inviteUserId=1', '/register/over'] as const

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
})

for (const path of pages) {
  test(`${path} is accessible and narrow, with one h1`, async ({ page }) => {
    await openPage(page, path)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    expect(await breachesInBothColours(page)).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await overhang(page)).toBeLessThanOrEqual(0)
    }
  })
}

test('dialog, messages and captcha over it are accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPage(page, '/agreement/register?action=login')
  const dialog = page.getByRole('dialog', { name: '进教室' })
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog.getByText('账号必填')).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await typePhone(dialog, newPhone())
  await expect(dialog.getByLabel('昵称')).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(captchaDialog(page).getByRole('slider')).toBeFocused()
  await page.keyboard.press('End')
  expect(await breachesInBothColours(page)).toEqual([])
  await captchaDialog(page).getByRole('button', { name: '看不清，换字符验证' }).click()
  await expect(captchaDialog(page).getByLabel('图中的 4 个字符')).toBeFocused()
  expect(await breachesInBothColours(page)).toEqual([])
})

for (const width of [390, 320]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 700 } })
    test('dialog and captcha fit, every button within reach', async ({ page }) => {
      await openPage(page, '/agreement/register?action=login')
      const dialog = page.getByRole('dialog', { name: '进教室' })
      await typePhone(dialog, newPhone())
      await expect(dialog.getByLabel('昵称')).toBeVisible()
      expect(await overhang(page)).toBeLessThanOrEqual(0)
      await dialog.getByRole('button', { name: '获取验证码' }).click()
      const puzzle = captchaDialog(page)
      await puzzle.getByRole('slider').press('End')
      for (const part of [
        puzzle,
        puzzle.locator('img').first(),
        puzzle.getByRole('slider'),
        puzzle.getByRole('button', { name: '换一张' }),
      ]) {
        const box = await part.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      }
      const [piece, handle] = [
        await puzzle.locator('img').nth(1).boundingBox(),
        await puzzle.getByRole('slider').boundingBox(),
      ]
      // The piece goes with the handle, however small the picture is.
      expect(Math.abs((piece?.x ?? 0) - (handle?.x ?? 99))).toBeLessThanOrEqual(1)
      await puzzle.getByRole('button', { name: '换一张' }).click()
      await expect(puzzle.getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
    })
  })
}
