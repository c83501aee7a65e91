import { expect, test } from 'playwright/test'

test('on paper a course has all folded lessons', async ({ page }) => {
  await page.goto('/course/video/1')
  const outline = page.locator('#outline')
  const last = outline.getByRole('listitem', { includeHidden: true }).last()
  await expect(outline.getByText(/^展开其余/)).toBeVisible()
  await expect(last).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(last).toBeVisible()
  await expect(outline.getByText(/^展开其余/)).toBeHidden()
})
