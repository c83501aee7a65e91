import { expect, type Page } from 'playwright/test'

/** A form sends once a second at most: presses until the call is under way, and not again. */
export async function sendBy(page: Page, path: string, press: () => Promise<void>): Promise<void> {
  let isSent = false
  const sent = page.waitForRequest(`**${path}`).then(() => {
    isSent = true
  })
  await expect(async () => {
    if (!isSent) await Promise.race([sent, press()])
    await expect.poll(() => isSent, { timeout: 500, intervals: [50] }).toBe(true)
  }).toPass()
}
