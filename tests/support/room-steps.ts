import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import { breachesInBothColours, overhang } from './axe.ts'
import { signUp } from './learner-browser.ts'
import { openPage, ownAddress } from './login-steps.ts'

/** How people sit in a classroom, in a browser. */

export const origin = `http://127.0.0.1:${process.env.E2E_PORT}`
const headers = { reqSource: 'pcSite' }

/** The browser of somebody who sits in a classroom. */
export async function newSeat(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: ownAddress(),
  })
  return context.newPage()
}

/** The same with a new learner in it. */
export async function newLearner(browser: Browser): Promise<Page> {
  const page = await newSeat(browser)
  await signUp(page.context())
  return page
}

/** Whose account a developer has. */
const teacherOfSeed = '顾南乔'
const kinds = { live: 1, aiLive: 3 } as const

/** The address of a free class that is on: the one of the seeded teacher, or a film on the clock. */
export async function findOpenClass(context: BrowserContext, kind: keyof typeof kinds): Promise<string> {
  const list = (await (await context.request.get(`${origin}/api/home/open-live?pageSize=16`, { headers })).json()) as {
    body: { records: { id: number; periodId: number; liveStatus: number; teacherName: string }[] }
  }
  for (const live of list.body.records.filter(
    ({ liveStatus, teacherName }) => liveStatus === 2 && (kind === 'aiLive' || teacherName.includes(teacherOfSeed)),
  )) {
    const outline = (await (
      await context.request.get(`${origin}/api/course/period?courseId=${live.id}`, { headers })
    ).json()) as { body: { id: number; kind: number }[] }
    const period = outline.body.find((row) => row.id === live.periodId && row.kind === kinds[kind])
    if (period) return kind === 'aiLive' ? `/mind/play/${period.id}` : `/course/live/play/${period.id}`
  }
  throw new Error('No such class is on.')
}

/** What is wrong with the look of a room, wide and narrow, in words; it is wide again afterwards. */
export async function roomFaults(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    found.push(...(await breachesInBothColours(page)).map((breach) => `${width}: ${breach}`))
    if ((await overhang(page)) > 0) found.push(`${width}: scrolls sideways`)
    if ((await page.locator('h1').count()) !== 1) found.push(`${width}: not one h1`)
  }
  return found
}

/** Opens a room and waits until its chat is joined. */
export async function openRoom(page: Page, path: string, at = origin): Promise<void> {
  await openPage(page, `${at}${path}`)
  await expect(page.getByRole('textbox', { name: '说点什么' })).toBeEnabled({ timeout: 20_000 })
}

export async function say(page: Page, words: string): Promise<void> {
  const box = page.getByRole('textbox', { name: '说点什么' })
  await box.fill(words)
  await box.press('Enter')
}

/** Says something and, when that was too fast, once more, until it is in the chat. */
export async function sayUntilHeard(page: Page, words: string): Promise<void> {
  await say(page, words)
  await expect(async () => {
    const again = page.getByRole('button', { name: '重试' })
    if (await again.count()) await again.first().click()
    await expect(page.locator('[data-seq]').getByText(words, { exact: true })).toHaveCount(1, { timeout: 700 })
  }).toPass({ timeout: 20_000 })
}

/** How many seconds the picture is behind the server's clock. */
export async function behindClock(page: Page): Promise<number> {
  const video = page.locator('video[data-lag]')
  await expect(video).toBeVisible({ timeout: 30_000 })
  return Number(await video.getAttribute('data-lag'))
}

/** The picture in its player: how wide it is, how many colours it has, and whether another frame looks different. */
export async function lookAtPicture(
  page: Page,
): Promise<{ width: number; position: number; colours: number; moves: boolean }> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const draw = (): Uint32Array => {
      const canvas = new OffscreenCanvas(80, 45)
      const context = canvas.getContext('2d')
      context?.drawImage(video, 0, 0, 80, 45)
      return new Uint32Array(context?.getImageData(0, 0, 80, 45).data.buffer ?? new ArrayBuffer(0))
    }
    const frame = (): Promise<unknown> =>
      Promise.race([
        new Promise((resolve) => video.requestVideoFrameCallback(resolve)),
        new Promise((resolve) => setTimeout(resolve, 2000)),
      ])
    const [before, begin] = [draw(), video.currentTime]
    for (let frames = 0; frames < 5; frames += 1) await frame()
    const after = draw()
    return {
      width: video.videoWidth,
      position: video.currentTime,
      colours: new Set(after).size,
      moves:
        video.readyState >= 2 && video.currentTime > begin && after.some((pixel, index) => pixel !== before[index]),
    }
  })
}

/** Waits until a picture so wide moves: `videoWidth` tells films apart. Browsers that want a click first get one. */
export async function waitForPicture(page: Page, width: number, timeout = 20_000): Promise<void> {
  await expect(async () => {
    const begin = page.getByRole('button', { name: '开始播放' })
    if (await begin.isVisible()) await begin.click({ timeout: 1000 })
    expect(await page.locator('video').count()).toBe(1)
    const seen = await lookAtPicture(page)
    expect(seen).toMatchObject({ width, moves: true })
    expect(seen.colours).toBeGreaterThan(8)
  }).toPass({ timeout })
}

/** Keeps how a page looks just now in the folder `PICTURES_DIR`, for people to look at; without one it does nothing. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES_DIR
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

/** What the chat shows, in order. */
export function saidTexts(page: Page): Promise<string[]> {
  return page.locator('[role=log] [data-seq] p:last-of-type').allInnerTexts()
}
