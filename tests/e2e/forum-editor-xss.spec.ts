import { expect, type Page, test } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { editor, titleField } from '../support/forum-browser.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { foreignHost, xssPayloads } from '../support/xss-payloads.ts'

// Without the site's policy, which would stop scripts by itself.
test.use({ bypassCSP: true })

/** Counts scripts that run, and notes whom the page asks. */
async function watch(page: Page): Promise<{ ran: number; asked: string[] }> {
  const deeds = { ran: 0, asked: [] as string[] }
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === foreignHost) deeds.asked.push(request.url())
  })
  await page.exposeFunction('xss', () => {
    deeds.ran += 1
  })
  return deeds
}

/** Lets what stands in the text meet the events that a payload waits for. */
const stir = (page: Page): Promise<void> =>
  editor(page).evaluate((box) => {
    const names = 'error load click focus mouseover pointerenter toggle start animationstart transitionend begin submit'
    for (const element of box.querySelectorAll('*'))
      for (const name of names.split(' ')) element.dispatchEvent(new Event(name))
  })

test('nothing that is pasted or typed runs', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
  await signUp(context)
  const deeds = await watch(page)
  await openPage(page, '/bbs/write?plate=1')
  await expect(editor(page)).toBeVisible()
  await editor(page).focus()
  for (let from = 0; from < xssPayloads.length; from += 50) {
    await editor(page).evaluate(
      (box, payloads) => {
        getSelection()?.selectAllChildren(box)
        for (const html of payloads) {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/html', html)
          clipboardData.setData('text/plain', html)
          box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        }
      },
      xssPayloads.slice(from, from + 50),
    )
    await stir(page)
  }
  await expect(editor(page)).toContainText('看')
  await page.keyboard.press('Control+a')
  for (const payload of xssPayloads) await page.keyboard.insertText(payload)
  await stir(page)
  await titleField(page).fill(xssPayloads.slice(0, 3).join(''))
  expect(deeds).toEqual({ ran: 0, asked: [] })
})

test('nothing of a draft that was sent runs', async ({ page, context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
  await signUp(context)
  const deeds = await watch(page)
  // what no text can hold is refused before it is kept
  const content = xssPayloads.join('\n').slice(0, 80_000).replaceAll('\u0000', '').toWellFormed()
  await callSite(context.request, '/api/post/draft', { place: 'plate/1', title: '<script>xss()</script>', content })
  await openPage(page, '/bbs/write?plate=1')
  await expect(titleField(page)).toHaveValue('<script>xss()</script>')
  await stir(page)
  await openPage(page, '/bbs/user?tab=draft')
  await expect(page.getByText('<script>xss()</script>')).toBeVisible()
  expect(deeds).toEqual({ ran: 0, asked: [] })
})
