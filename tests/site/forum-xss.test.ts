import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#shared/contract/codes.ts'
import { buildThread, buildWriter, openPlate, type Writer } from '../support/forum-steps.ts'
import { startSchool, type School, testOrigin } from '../support/test-site.ts'
import { foreignHost, xssPayloads } from '../support/xss-payloads.ts'

// What learners send is sent by the calls, read back, and shown in a real browser without the site's policy, which would stop scripts by itself.

const browsers = JSON.parse(readFileSync('scripts/browsers.json', 'utf8')) as string[]

let school: School
let browser: Browser
let writer: Writer
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path))
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  school = await startSchool()
  writer = await buildWriter(school.backend)
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await school?.close()
})

/** What a document does in a browser that lets it: how often a script ran, and whom it asked. */
interface Deeds {
  ran: number
  asked: string[]
}

/** Lets every element meet every event that a payload waits for, and follows what isn't an address of the web. */
function stir(): void {
  const names =
    'error load click focus mouseover pointerenter toggle start animationstart transitionend begin beforeinput paste loadstart scrollend beforematch submit keydown'
  for (const element of document.querySelectorAll('*')) {
    for (const name of names.split(' ')) element.dispatchEvent(new Event(name))
    if (element instanceof HTMLAnchorElement && element.href && !element.protocol.startsWith('http')) element.click()
  }
}

/** Opens documents one after the other at an address of the site. */
async function show(documents: readonly string[]): Promise<Deeds> {
  const context = await browser.newContext({ bypassCSP: true })
  const deeds: Deeds = { ran: 0, asked: [] }
  await context.exposeFunction('xss', () => {
    deeds.ran += 1
  })
  let html = ''
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.hostname === foreignHost) deeds.asked.push(url.href)
    if (url.pathname === '/shown') await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    else await route.abort()
  })
  for (html of documents) {
    // a page each: what one of them began doesn't meet the next
    const page = await context.newPage()
    await page.goto(`${testOrigin}/shown`, { waitUntil: 'domcontentloaded' })
    await page.evaluate(stir)
    await page.close()
  }
  await context.close()
  return deeds
}

/** Runs what is sent for each payload; one that leaves nothing to say is refused in words. */
async function sendAll(send: (payload: string, nth: number) => Promise<unknown>): Promise<number> {
  let sent = 0
  for (const [nth, payload] of xssPayloads.entries()) {
    try {
      await send(payload, nth)
      sent += 1
    } catch (error) {
      // with characters that nothing may hold it is no input at all
      if (!(error instanceof ApiError) || (error.code !== 4004 && error.status !== 400)) throw error
    }
  }
  return sent
}

const asDocument = (parts: readonly string[]): string =>
  `<!doctype html><title>看</title>${parts.map((part) => `<div>${part}</div>`).join('')}`

test('the payloads run where nothing cleans them', { timeout: 60_000 }, async () => {
  expect(xssPayloads.length).toBeGreaterThanOrEqual(500)
  // one that isn't closed swallows what follows, so a few each by itself, and far apart
  const some = xssPayloads.filter((_, nth) => nth % 40 === 0)
  const { ran, asked } = await show(some.map((one) => asDocument([one])))
  expect([ran > 3, asked.length > 0]).toEqual([true, true])
})

test('none runs in a post, nor asks another site', { timeout: 240_000 }, async () => {
  const plateId = await openPlate(school.backend)
  const ids: number[] = []
  const sent = await sendAll(async (payload, nth) => {
    const title = `${[...payload.replace(/\s+/g, ' ')].slice(0, 50).join('')} ${nth}`
    ids.push((await writer.post(plateId, { title, content: `<p>第 ${nth} 篇</p>${payload}` })).id)
  })
  expect(sent).toBeGreaterThanOrEqual(500)
  const texts: string[] = []
  for (const id of ids) texts.push((await school.backend.api.call('GET /api/post/detail', { id })).content)
  const pages: string[] = []
  for (const id of ids.filter((_, nth) => nth % 25 === 0)) {
    const { status, text } = await school.site.get(`/bbs/detail/${id}`)
    expect(status).toBe(200)
    pages.push(text)
  }
  const list = await school.site.get(`/bbs/plate/${plateId}`)
  expect(list.status).toBe(200)
  expect(await show([asDocument(texts), ...pages, list.text])).toEqual({ ran: 0, asked: [] })
})

test('none runs in a reply, nor asks another site', { timeout: 240_000 }, async () => {
  const { postId } = await buildThread(school.backend)
  const sent = await sendAll((payload, nth) => writer.reply(postId, `${[...payload].slice(0, 980).join('')} ${nth}`))
  expect(sent).toBeGreaterThanOrEqual(500)
  const pages: string[] = []
  for (let page = 1; page <= Math.ceil(sent / 20); page += 1) {
    const { status, text } = await school.site.get(`/bbs/detail/${postId}${page === 1 ? '' : `?page=${page}`}`)
    expect(status).toBe(200)
    pages.push(text)
  }
  expect(await show(pages)).toEqual({ ran: 0, asked: [] })
})
