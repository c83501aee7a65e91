import { test } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { seededPassword } from '../support/care-steps.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

const pages = [
  ['timetable', '/user/timetable?type=live'],
  ['rooms', '/user/timetable?type=answer-live'],
  ['course', '/user/course?over=1'],
  ['ended', '/user/course?over=2'],
  ['path', '/user/sysClass'],
  ['orders', '/user/order'],
] as const
test('shots', async ({ browser }) => {
  test.setTimeout(300_000)
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await logInBrowser(context, { phone: '13800000001', password: seededPassword })
  const page = await context.newPage()
  await openPage(page, '/user/course?over=1')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/tt/forced.png' })
  const review = await callSite<{ warnList: { id: number }[] }>(context.request, '/api/notify-message/check-review')
  for (const { id } of review.warnList) await callSite(context.request, '/api/notify-message/user-confirm', { msgId: id })
  for (const [width, scheme] of [[1440, 'light'], [390, 'light'], [1440, 'dark'], [390, 'dark']] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const [name, path] of pages) {
      await openPage(page, path)
      await page.waitForTimeout(400)
      await page.screenshot({ path: `/tmp/tt/${name}-${width}-${scheme}.png`, fullPage: true })
    }
  }
  const fresh = await browser.newContext({ extraHTTPHeaders: ownAddress(), viewport: { width: 1440, height: 900 } })
  await signUp(fresh)
  const own = await fresh.newPage()
  for (const [name, path] of pages) {
    await openPage(own, path)
    await own.screenshot({ path: `/tmp/tt/${name}-fresh.png`, fullPage: true })
  }
})
