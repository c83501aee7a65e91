import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as pass, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { type BuiltSite, startBuiltSite } from '../bench/built-site.ts'

// The built site with a gate before its services, which holds back what a test names until it has seen the page.
test.slow()
test.describe.configure({ mode: 'serial' })
// By its own name a headless browser is a crawler, which waits for whole pages.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
})

let folder: string
let gate: Server
let site: BuiltSite
let holds: RegExp | undefined
const held: { url: string; go: () => void }[] = []

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-late-'))
  const socketPath = join(folder, 'run', 'backend.sock')
  gate = createServer((req, res) => {
    const url = req.url ?? ''
    const go = (): void => {
      const { host: _, ...headers } = req.headers
      const call = pass({ socketPath, path: url, method: req.method, headers: { ...headers, host: 'backend' } })
      call.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
      })
      call.on('error', () => res.destroy())
      req.pipe(call)
    }
    if (holds?.test(url)) held.push({ url, go })
    else go()
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const base = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  // promotion stays with the embedded backend: else there would be none
  const services = ['MAIN_SITE_URL', 'PLAY_URL', 'PAYCENTER_URL', 'MIND_LIVE_URL']
  const env = Object.fromEntries(services.map((name) => [name, base]))
  site = await startBuiltSite({ WARM_UP_PAGES: '0', ...env }, folder, 'ignore')
})
test.beforeEach(() => {
  release()
})
test.afterAll(async () => {
  release()
  await site.stop()
  gate.closeAllConnections()
  gate.close()
  rmSync(folder, { recursive: true, force: true })
})

function release(): void {
  holds = undefined
  for (const { go } of held.splice(0)) go()
}

async function logIn(page: Page): Promise<string[]> {
  const answer = await page.context().request.post(`${site.base}/api/auth/login`, {
    headers: { reqSource: 'pcSite', origin: site.base },
    data: {
      loginType: 'password',
      phoneNum: developerAccounts.find(({ key }) => key === 'education')?.phone,
      password: developerPassword,
    },
  })
  expect(await answer.json()).toMatchObject({ code: 1 })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

const pending = (page: Page) => page.getByRole('main').getByRole('status', { name: '加载中' })

test('A learner sees the frame, then the hanging orders', async ({ page }) => {
  const complaints = await logIn(page)
  const calls: string[] = []
  page.on('request', (call) => {
    if (call.url().includes('/api/')) calls.push(new URL(call.url()).pathname)
  })
  holds = /order/
  await page.goto(`${site.base}/user/order`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  await expect(page.getByRole('banner').getByText('登录', { exact: true })).toHaveCount(0)
  const asked = held.map(({ url }) => url.split('?')[0] ?? '')
  release()
  await expect(page.getByRole('heading', { level: 1, name: '我的订单' })).toBeVisible()
  await expect(pending(page)).toHaveCount(0)
  await expect(page).toHaveTitle(/我的订单/)
  expect(calls.filter((path) => asked.includes(path))).toEqual([])
  expect(complaints).toEqual([])
})

test('A visitor past the cache sees the frame, then courses', async ({ page }) => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  holds = /course-list/
  await page.goto(`${site.base}/course?action=none`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  await expect(page.getByRole('banner').getByText('登录', { exact: true }).first()).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: '全部课程' })).toBeVisible()
  await expect(page.getByRole('main').locator('.cards li').first()).toBeVisible()
  expect(complaints).toEqual([])
})

test('An unknown learner sees the frame, then the page', async ({ page }) => {
  const complaints = await logIn(page)
  holds = /user\/info/
  await page.goto(`${site.base}/user/order`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: '我的订单' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('A name that overtakes the scripts leaves the page whole', async ({ page }) => {
  const complaints = await logIn(page)
  holds = /user\/info/
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${site.base}/user/order`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  release()
  // what the stream's inline scripts put down, before anything of ours runs
  await page.waitForFunction(() => (window.__L ?? []).some(([hash]) => hash.includes('user/info')))
  scripts.resolve()
  await expect(page.getByRole('heading', { level: 1, name: '我的订单', exact: true })).toBeVisible()
  await expect(pending(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('登录', { exact: true })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('A missing order is said behind the frame', async ({ page }) => {
  await logIn(page)
  holds = /order/
  await page.goto(`${site.base}/user/order/receipt/999999999`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  release()
  await expect(pending(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('正在打开')
})

test('An ended session asks for login, however late', async ({ page }) => {
  await logIn(page)
  const url = new URL(site.base)
  await page.context().addCookies([{ name: 'session', value: 'abcdefgh', domain: url.hostname, path: '/' }])
  holds = /user\/info/
  await page.goto(`${site.base}/user/order`, { waitUntil: 'commit' })
  await expect(pending(page)).toBeVisible()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})
