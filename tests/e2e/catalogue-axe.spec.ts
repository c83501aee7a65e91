import AxeBuilder from '@axe-core/playwright'
import { expect, test } from 'playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

test.describe('accessibility rules', () => {
  for (const path of ['/', '/course', '/classes', '/live/list', '/college/illustration', '/course/video/1', '/course/live/2', '/classes/436']) {
    test(`${path} breaks none in light and dark colours`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.route('**/api/platform/notice/platform-notice-by-user*', (route) =>
        route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code: 1, msg: '', body: null, Time: 0 }) }),
      )
      await page.goto(path)
      await page.locator('html[data-hydrated]').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await test.step(colorScheme, async () => {
          await page.emulateMedia({ colorScheme })
          const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
          expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 5).join(', ')}`)).toEqual([])
        })
      }
    })
  }
})
