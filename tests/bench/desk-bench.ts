import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { mostMarksAtOnce } from '#shared/contract/text-lengths.ts'
import { type BenchLine, median, middleHalf } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const strokes = 2000
const pointsEach = 30
/** Moves of the mouse that are measured. */
const moves = 240

declare global {
  interface Window {
    spent: number[]
  }
}

/**
 * Runs in the page before its own scripts: of each move of the pointer how long the page works for it, from when it is told until what it drew has
 * been laid out and painted. How long a frame is waited for isn't in it.
 */
function noteWork(): void {
  window.spent = []
  const channel = new MessageChannel()
  let told = 0
  let handled = 0
  let framed = 0
  channel.port1.onmessage = () => {
    if (told > 0) window.spent.push(handled - told + (performance.now() - framed))
    told = 0
  }
  addEventListener(
    'pointermove',
    ({ buttons }) => {
      if (buttons === 0 || told > 0) return
      told = performance.now()
      requestAnimationFrame(() => {
        framed = performance.now()
        // comes when this frame has been painted
        channel.port2.postMessage(0)
      })
    },
    true,
  )
  addEventListener('pointermove', () => {
    handled = performance.now()
  })
}

async function call<T>(context: BrowserContext, { base }: BuiltSite, path: string, data?: unknown): Promise<T> {
  const headers = { reqSource: 'pcSite', origin: base }
  const answer = data
    ? await context.request.post(base + path, { headers, data })
    : await context.request.get(base + path, { headers })
  const { code, msg, body } = (await answer.json()) as { code: number; msg: string; body: T }
  if (code !== 1) throw new Error(`${path}: ${msg}`)
  return body
}

/** The demo draws its photos when it has started: one that isn't there yet is waited for. */
async function waitForPhoto(context: BrowserContext, url: string): Promise<void> {
  const until = Date.now() + 120_000
  while (!(await context.request.get(url)).ok()) {
    if (Date.now() > until) throw new Error(`The photo ${url} never came.`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** A homework with a photo that waits for the demo's teacher, with two thousand strokes on it; answers its page. */
async function fillDesk(context: BrowserContext, site: BuiltSite): Promise<string> {
  const { records } = await call<{ records: { id: number }[] }>(
    context,
    site,
    '/api/teach/homework/queue?state=2&pageNum=1&pageSize=20',
  )
  for (const { id } of records) {
    const path = `/api/user/homework/detail?id=${id}`
    const { rounds } = await call<{
      rounds: { roundNo: number; files: { url: string; contentType: string }[] }[]
    }>(context, site, path)
    const [round] = rounds
    const photo = round?.files.find(({ contentType }) => contentType.startsWith('image/'))
    if (!round || !photo) continue
    await waitForPhoto(context, site.base + photo.url)
    for (let at = 0; at < strokes; at += mostMarksAtOnce) {
      const marks = Array.from({ length: mostMarksAtOnce }, (_, index) => strokeOf(at + index))
      await call(context, site, '/api/teach/homework/mark', { id, roundNo: round.roundNo, url: photo.url, marks })
    }
    return `/homework/detail/${id}`
  }
  throw new Error('No homework with a photo waits.')
}

/** A wavy line, somewhere else for each number. */
function strokeOf(no: number): { key: string; kind: number; points: number[] } {
  const [x, y] = [300 + (no % 40) * 220, 200 + Math.floor(no / 40) * 120]
  const points = Array.from({ length: pointsEach }, (_, index) => [
    x + index * 16,
    y + Math.round(60 * Math.sin(index / 3)),
    50,
  ])
  return { key: crypto.randomUUID(), kind: 1, points: points.flat() }
}

async function drawLine(page: Page): Promise<number[]> {
  const paper = page.getByRole('application')
  await paper.waitFor({ timeout: 120_000 })
  await page.waitForFunction((count) => document.querySelectorAll('[data-mark]').length >= count, strokes, {
    timeout: 60_000,
  })
  const box = await paper.boundingBox()
  if (!box) throw new Error('There is no photo.')
  await page.mouse.move(box.x + box.width * 0.2, box.y + 200)
  await page.mouse.down()
  for (let step = 1; step <= moves; step += 1)
    await page.mouse.move(box.x + box.width * (0.2 + (0.6 * step) / moves), box.y + 200 + 80 * Math.sin(step / 9))
  await page.mouse.up()
  return page.evaluate(() => window.spent)
}

/** How long the page works for a point of a stroke at a desk with two thousand strokes, in Chromium. */
export async function deskBench(): Promise<BenchLine[]> {
  const browsers = JSON.parse(readFileSync('scripts/browsers.json', 'utf8')) as string[]
  const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path))
  const site = await startBuiltSite()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const phoneNum = developerAccounts.find(({ key }) => key === 'teacher')?.phone
    await call(context, site, '/api/auth/login', { loginType: 'password', phoneNum, password: developerPassword })
    const path = await fillDesk(context, site)
    const page = await context.newPage()
    await page.addInitScript(noteWork)
    await page.goto(site.base + path)
    const spent = await drawLine(page)
    const half = median(spent)
    return [
      {
        name: `a point of a stroke at a desk with ${strokes} strokes (${spent.length} points)`,
        value: `${half.toFixed(2)} ms (middle half ${middleHalf(spent)})`,
        goal: '<= 16 ms',
        ok: half <= 16,
      },
    ]
  } finally {
    await browser.close()
    await site.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await deskBench())
