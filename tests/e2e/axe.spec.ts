import { expect, type Page, test } from 'playwright/test'
import { breachesInBothColours } from '../support/axe.ts'
import { openPage } from '../support/login-steps.ts'

/** Letters that are hardly to be seen in one colour scheme. */
const faint = (scheme: string): string =>
  `@media (prefers-color-scheme: ${scheme}) { main p { color: rgb(128 128 128) !important; background: rgb(120 120 120) !important } }`

async function breachesWith(page: Page, style: string): Promise<string[]> {
  await openPage(page, '/agreement/privacy')
  // A sheet of the script's own: the site's CSP refuses one in the markup.
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, style)
  return breachesInBothColours(page)
}

test.describe('the look at accessibility finds', () => {
  for (const scheme of ['light', 'dark']) {
    test(`faint letters in ${scheme} colours, and there alone`, async ({ page }) => {
      expect(await breachesWith(page, faint(scheme))).toEqual([
        expect.stringMatching(new RegExp(`^${scheme}: color-contrast: `)),
      ])
    })
  }
  test('a field without a name', async ({ page }) => {
    await openPage(page, '/agreement/privacy')
    await page
      .getByRole('combobox')
      .first()
      .evaluate((field) => {
        for (const name of ['aria-label', 'title', 'placeholder']) field.removeAttribute(name)
      })
    expect(await breachesInBothColours(page)).toContainEqual(expect.stringMatching(/^light: label: /))
  })
})
