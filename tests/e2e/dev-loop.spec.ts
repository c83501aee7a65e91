import { expect, test } from 'playwright/test'
import { changeComponent, changeHandler, changeStyle, openSignUp } from '../support/dev-changes.ts'
import { type DevSite, startDevSite } from '../support/dev-site.ts'

// `npm run dev`, as a developer has it: a change is seen in the page that is open.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let site: DevSite
test.beforeAll(async () => {
  site = await startDevSite()
})
test.afterAll(() => site?.close())

test('a saved style, component and handler are seen', async ({ page }) => {
  await openSignUp(page, site)
  const box = page.getByLabel('手机号').first()
  await box.fill('1380000')
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await changeStyle(page, site)
  await changeComponent(page, site)
  await expect(box).toHaveValue('1380000')
  await expect(page.locator('html[data-same-page]')).toHaveCount(1)
  await changeHandler(site)
  // the open page is loaded again when what it asks for may have changed
  await expect(page.locator('html[data-same-page]')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByPlaceholder('换了一个词').first()).toBeVisible()
})
