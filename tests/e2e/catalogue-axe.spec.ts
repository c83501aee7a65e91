import { expect, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

test.describe('accessibility rules', () => {
  for (const path of [
    '/',
    '/course',
    '/classes',
    '/live/list',
    '/college/illustration',
    '/course/video/1',
    '/course/live/2',
    '/classes/436',
  ]) {
    test(`${path} is accessible in both colours, narrow at 320 px`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.route('**/api/platform/notice/platform-notice-by-user*', (route) =>
        route.fulfill({
          contentType: 'application/json',
          body: JSON.stringify({ code: 1, msg: '', body: null, Time: 0 }),
        }),
      )
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(await breachesInBothColours(page)).toEqual([])
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await overhang(page)).toBe(0)
    })
  }
})
