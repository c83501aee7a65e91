import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { openPage } from '../support/login-steps.ts'
import type { OwnSite } from '../support/own-site.ts'
import { openBrowser, startSupportSite } from '../support/support-browser.ts'

test.describe.configure({ mode: 'serial' })

const identityKey = 'identity-key-of-the-inbox'
const secret = 'webhook-secret-of-the-inbox'

/** What a Chatwoot's script does, as far as a page sees it. */
const script = `
window.chatwootSDK = {
  run(options) {
    window.started = options
    window.$chatwoot = {
      toggle(state) { window.toggled = (window.toggled ?? 0) + 1 },
      setUser(identifier, user) { window.known = { identifier, ...user } },
    }
    window.dispatchEvent(new Event('chatwoot:ready'))
  },
}`

let inbox: Server
let inboxUrl: string
let asked: string[]
let site: OwnSite
test.beforeAll(async () => {
  test.setTimeout(180_000)
  asked = []
  inbox = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/javascript').end(script)
  }).listen(0, '127.0.0.1')
  await once(inbox, 'listening')
  inboxUrl = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`
  site = await startSupportSite({
    CHAT_INBOX_URL: inboxUrl,
    CHAT_INBOX_TOKEN: 'website-token',
    CHAT_INBOX_IDENTITY_KEY: identityKey,
    CHAT_INBOX_SECRET: secret,
  })
})
test.afterAll(async () => {
  await site?.stop()
  inbox?.closeAllConnections()
  inbox?.close()
})

type Widget = { started?: object; known?: object; toggled?: number }

test('an inbox elsewhere knows its learner, on listed pages only', async ({ browser }) => {
  const context = await openBrowser(browser, site, { who: 'learner' })
  const page = await context.newPage()
  await openPage(page, '/feedback')
  await expect(
    page.getByRole('complementary', { name: '快捷工具' }).getByRole('link', { name: '意见反馈' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^在线客服/ })).toHaveCount(0)
  await openPage(page, '/course')
  const entry = page.getByRole('button', { name: /^在线客服/ })
  await expect(entry).toBeVisible()
  expect(asked).toEqual([])
  await entry.click()
  await expect.poll(() => page.evaluate(() => (window as Widget).toggled)).toBe(1)
  expect(asked).toEqual(['/packs/js/sdk.js'])
  const { id } = await callSite<{ id: number }>(context.request, '/api/user/info', undefined, site.base)
  const identifier = `user-${id}`
  expect(await page.evaluate(() => [(window as Widget).started, (window as Widget).known])).toEqual([
    { websiteToken: 'website-token', baseUrl: inboxUrl },
    {
      identifier,
      name: expect.any(String),
      identifier_hash: createHmac('sha256', identityKey).update(identifier).digest('hex'),
    },
  ])

  const deliver = (key: string) => {
    const message = {
      event: 'message_created',
      id: 7,
      content: '可以晚一天交。',
      message_type: 'outgoing',
      private: false,
    }
    const body = JSON.stringify({ ...message, conversation: { id: 1, meta: { sender: { identifier } } } })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    return context.request.post(`${site.base}/api/support/inbox`, {
      data: Buffer.from(body),
      headers: {
        'content-type': 'application/json',
        'x-chatwoot-timestamp': timestamp,
        'x-chatwoot-delivery': 'delivery-7',
        'x-chatwoot-signature': `sha256=${signature}`,
      },
    })
  }
  expect((await deliver('another secret')).status()).toBe(401)
  expect((await deliver(secret)).status()).toBe(200)
  expect((await deliver(secret)).status()).toBe(409)
  await openPage(page, '/user/message')
  await expect(page.getByText('客服回复了你')).toHaveCount(1)
  await page.getByText('客服回复了你').click()
  await expect(page.getByRole('dialog')).toContainText('可以晚一天交。')
  await context.close()
})

test('a visitor stays nobody there', async ({ browser }) => {
  const context = await openBrowser(browser, site)
  const page = await context.newPage()
  await openPage(page, '/course')
  await page.getByRole('button', { name: /^在线客服/ }).click()
  await expect.poll(() => page.evaluate(() => (window as Widget).toggled)).toBe(1)
  expect(await page.evaluate(() => (window as Widget).known)).toBeUndefined()
  await context.close()
})
