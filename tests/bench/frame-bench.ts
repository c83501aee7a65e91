import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { type BenchLine, median, middleHalf } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const runs = 5
const courseId = 1
const mostMs = 30_000

interface Marks {
  /** When a first frame of each film was shown, on the page's clock. */
  frames: number[]
  /** When the page was clicked last. */
  clicked: number
}

declare global {
  interface Window {
    marks: Marks
  }
}

/** Runs in the page before its own scripts: notes when it is clicked and when the first frame of a film stands. */
function noteFrames(): void {
  const marks: Marks = { frames: [], clicked: 0 }
  window.marks = marks
  const known = new WeakSet<HTMLVideoElement>()
  document.addEventListener(
    'click',
    ({ timeStamp }) => {
      marks.clicked = timeStamp
    },
    true,
  )
  new MutationObserver(() => {
    for (const video of document.querySelectorAll('video')) {
      if (known.has(video)) continue
      known.add(video)
      video.requestVideoFrameCallback((_, { presentationTime }) => marks.frames.push(presentationTime))
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Milliseconds from a moment, the opening of the page or the last click, to the first frame after it. */
async function firstFrame(page: Page, from: 'opened' | 'clicked'): Promise<number> {
  const found = await page.waitForFunction(
    (since) => {
      const at = since === 'clicked' ? window.marks.clicked : 0
      const frame = window.marks.frames.find((shown) => shown > at)
      return frame === undefined ? undefined : { ms: frame - at }
    },
    from,
    { timeout: mostMs },
  )
  return (await found.jsonValue())?.ms ?? Number.NaN
}

async function read<T>({ base }: BuiltSite, path: string): Promise<T> {
  const { body } = (await (await fetch(base + path, { headers: { reqSource: 'pcSite' } })).json()) as { body: T }
  return body
}

/** A free live class that is on. */
async function findLiveRoom(site: BuiltSite): Promise<string> {
  const { records } = await read<{ records: { id: number; periodId: number; liveStatus: number }[] }>(
    site,
    '/api/home/open-live?pageSize=16',
  )
  for (const { id, periodId } of records.filter(({ liveStatus }) => liveStatus === LiveStatus.live)) {
    const periods = await read<{ id: number; kind: number }[]>(site, `/api/course/period?courseId=${id}`)
    if (periods.some((period) => period.id === periodId && period.kind === PeriodKind.live))
      return `/course/live/play/${periodId}`
  }
  throw new Error('No live class is on.')
}

async function logIn(context: BrowserContext, { base }: BuiltSite): Promise<void> {
  const phoneNum = developerAccounts.find(({ key }) => key === 'learner')?.phone
  const answer = await context.request.post(`${base}/api/auth/login`, {
    headers: { reqSource: 'pcSite', origin: base },
    data: { loginType: 'password', phoneNum, password: developerPassword },
  })
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 1) throw new Error(`The learner could not log in: ${msg}`)
}

/** The account's player is over: the next browser needn't take over from it. A tab keeps its player's id as JSON. */
async function giveUp(page: Page, { base }: BuiltSite): Promise<void> {
  const watchId = await page.evaluate(() => JSON.parse(sessionStorage.getItem('watch') ?? 'null') as string | null)
  await page.goto('about:blank')
  if (watchId === null) throw new Error('The page has noted no player.')
  const answer = await page.context().request.post(`${base}/api/vod/heartbeat`, {
    headers: { reqSource: 'pcSite', origin: base },
    data: { watchId, position: 0, rate: 0, ranges: [], isLeaving: true },
  })
  const { code, msg } = (await answer.json()) as { code: number; msg: string }
  if (code !== 1) throw new Error(`The player could not be given up: ${msg}`)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-hydrated]').waitFor()
}

interface Way {
  readonly name: string
  readonly isLearner: boolean
  readonly goal: number
  readonly measure: (page: Page) => Promise<number>
}

function waysOf(lessons: readonly [number, number], room: string): Way[] {
  const opened =
    (path: string) =>
    async (page: Page): Promise<number> => {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      return firstFrame(page, 'opened')
    }
  return [
    {
      name: 'a click on the cover of a free lesson',
      isLearner: false,
      goal: 1000,
      measure: async (page) => {
        await open(page, `/course/video/${courseId}`)
        await page.getByRole('button', { name: /^播放试看/ }).click()
        return firstFrame(page, 'clicked')
      },
    },
    {
      name: 'a learner opens the page of a lesson',
      isLearner: true,
      goal: 2000,
      measure: opened(`/course/video/play/${lessons[0]}`),
    },
    {
      name: 'a learner clicks the next lesson beside the player',
      isLearner: true,
      goal: 1000,
      measure: async (page) => {
        await open(page, `/course/video/play/${lessons[0]}`)
        await firstFrame(page, 'opened')
        await page.locator(`a[href="/course/video/play/${lessons[1]}"]`).click()
        return firstFrame(page, 'clicked')
      },
    },
    { name: 'a learner opens a live class', isLearner: true, goal: 2500, measure: opened(room) },
  ]
}

/** Each time a browser that has been nowhere: nothing of the site is in its cache. */
async function measureWay(
  browser: Browser,
  site: BuiltSite,
  { name, isLearner, goal, measure }: Way,
): Promise<BenchLine> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({
      baseURL: site.base,
      locale: 'zh-CN',
      viewport: { width: 1440, height: 900 },
    })
    await context.addInitScript(noteFrames)
    if (isLearner) await logIn(context, site)
    const page = await context.newPage()
    times.push(await measure(page))
    if (isLearner) await giveUp(page, site)
    await context.close()
  }
  const ms = median(times)
  return {
    name: `first frame after ${name}`,
    value: `${ms.toFixed(0)} ms (${middleHalf(times)})`,
    goal: `<= ${goal} ms`,
    ok: ms <= goal,
  }
}

/** How long a learner waits for a picture, in Chromium, of five fresh browsers each. */
export async function frameBench(): Promise<readonly BenchLine[]> {
  const browsers = JSON.parse(readFileSync('scripts/browsers.json', 'utf8')) as string[]
  const executablePath = process.env.CHROMIUM_PATH ?? browsers.find((path) => existsSync(path))
  const site = await startBuiltSite()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const [first, second] = (
      await read<{ id: number; isFreeStudy: boolean }[]>(site, `/api/course/period?courseId=${courseId}`)
    ).filter(({ isFreeStudy }) => isFreeStudy)
    if (!first || !second) throw new Error('The course has no two free lessons.')
    const lines: BenchLine[] = []
    for (const way of waysOf([first.id, second.id], await findLiveRoom(site)))
      lines.push(await measureWay(browser, site, way))
    return lines
  } finally {
    await browser.close()
    await site.stop()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await frameBench())
