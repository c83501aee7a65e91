import { type BrowserContext, expect, type Locator, type Page } from 'playwright/test'
import { callSite } from './buying-steps.ts'
import { openPage, ownAddress } from './login-steps.ts'

export const courseId = 1

interface Lesson {
  id: number
  name: string
  isFreeStudy: boolean
}

/** The lessons of a recorded course: those that are free, and one that isn't. */
export async function findLessons({ request }: Page): Promise<{ free: [Lesson, Lesson]; locked: Lesson }> {
  const periods = await callSite<Lesson[]>(request, `/api/course/period?courseId=${courseId}`)
  const [first, second] = periods.filter(({ isFreeStudy }) => isFreeStudy)
  const locked = periods.find(({ isFreeStudy }) => !isFreeStudy)
  if (!first || !second || !locked) throw new Error('The course has no free lessons.')
  return { free: [first, second], locked }
}

/** A free lesson of a live course whose class is over: it is watched as a film. */
export async function findReplay({ request }: Page): Promise<Lesson> {
  const { records } = await callSite<{ records: { id: number }[] }>(
    request,
    '/api/common/course-list-page?lectureType=live&pageSize=24',
  )
  for (const { id } of records) {
    const periods = await callSite<(Lesson & { kind: number; liveStatus: number | null; isLocked: boolean })[]>(
      request,
      `/api/period/get-period-list?courseId=${id}`,
    )
    for (const over of periods.filter(
      ({ kind, liveStatus, isLocked }) => kind === 1 && liveStatus === 3 && !isLocked,
    )) {
      const { playUrl } = await callSite<{ playUrl: string | null }>(
        request,
        `/api/vod/period/play?periodId=${over.id}`,
      )
      if (playUrl) return over
    }
  }
  throw new Error('No class is over.')
}

/** What a learner said in a class, at seconds of its replay. */
export function spokenAt(...seconds: number[]): object[] {
  const from = { id: 1, nickname: '靠窗同学', headImg: null, userType: 'vip' }
  return seconds.map((offsetSec, index) => ({
    seq: index + 1,
    clientMsgId: null,
    time: 0,
    from,
    type: 'text',
    customType: null,
    systemType: null,
    text: { text: `第 ${index + 1} 句`, at: [] },
    gift: null,
    system: null,
    recalled: false,
    offsetSec,
  }))
}

export function player(page: Page): Locator {
  return page.getByRole('region', { name: /^播放器/ })
}

export function positionOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
}

/** Opens a lesson and lets it play. */
export async function watch(page: Page, lesson: Lesson): Promise<void> {
  await openPage(page, `/course/video/play/${lesson.id}`)
  await letPlay(page)
}

/** Browsers that want a click first get one. The browser of a test before, closed at once, may count as a player for half a minute yet: then this one takes over. */
export async function letPlay(page: Page): Promise<void> {
  await expect(async () => {
    for (const name of ['停下那边，在这里看', '开始播放']) {
      const button = page.getByRole('button', { name })
      if (await button.isVisible()) await button.click({ timeout: 2000 })
    }
    expect(
      await page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0.3, undefined, { timeout: 2000 }),
    ).toBe(true)
  }).toPass({ timeout: 20_000 })
}

/** Moves the film by its bar, as a hand would. */
export async function moveTo(page: Page, share: number): Promise<void> {
  const bar = player(page).getByRole('slider', { name: '进度' })
  const box = await bar.boundingBox()
  if (!box) throw new Error('There is no bar.')
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
}

export async function pause(page: Page): Promise<void> {
  await player(page).getByRole('button', { name: '暂停' }).click()
}

/** The school's films have one line each; here each has another that leads to the same film. Answers how often that is asked for. */
export async function giveSecondLine(page: Page): Promise<readonly string[]> {
  await page.route('**/api/vod/period/play*', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { body: { playUrl: string; urlInfoV2: object[] } }
    const { body } = envelope
    const second = { sortNum: 2, name: '标清', url: `${body.playUrl}?line=2` }
    body.urlInfoV2 = [{ sortNum: 1, name: '高清', url: body.playUrl }, second]
    await route.fulfill({ response: answer, json: envelope })
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.m3u8?line=2')) asked.push(request.url())
  })
  return asked
}

/** A second browser of a learner who is signed in there, too. */
export async function secondBrowser(context: BrowserContext): Promise<Page> {
  const browser = context.browser()
  if (!browser) throw new Error('There is no browser.')
  const other = await browser.newContext({
    storageState: await context.storageState(),
    extraHTTPHeaders: ownAddress(),
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
  })
  return other.newPage()
}
