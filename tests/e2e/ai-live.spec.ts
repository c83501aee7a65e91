import { expect, type Page } from 'playwright/test'
import { answerRoomPassword } from '#server/seed/seed-rooms.ts'
import { callSite } from '../support/buying-steps.ts'
import { test } from '../support/learner-browser.ts'
import { openPage } from '../support/login-steps.ts'
import {
  behindClock,
  findOpenClass,
  newLearner,
  openRoom,
  origin,
  roomFaults,
  sayUntilHeard,
} from '../support/room-steps.ts'

/** In the page: what its clock shows is wrong by so much. */
function putClockAhead(aheadMs: number): void {
  const right = Date
  class Wrong extends right {
    constructor(...values: number[]) {
      super(...((values.length === 0 ? [right.now() + aheadMs] : values) as [number]))
    }
    static override now(): number {
      return right.now() + aheadMs
    }
  }
  globalThis.Date = Wrong as DateConstructor
}

test('learners at different moments see one same second', async ({ browser }) => {
  test.setTimeout(120_000)
  const [one, two] = [await newLearner(browser), await newLearner(browser)]
  const apart = async (): Promise<number> => Math.abs((await behindClock(one)) - (await behindClock(two)))
  const inStep = (): Promise<void> => expect.poll(apart, { timeout: 20_000 }).toBeLessThanOrEqual(1)
  await test.step('one comes later, and their clock is an hour ahead', async () => {
    await two.addInitScript(putClockAhead, 3_600_000)
    const path = await findOpenClass(one.context(), 'aiLive')
    await openRoom(one, path)
    await expect(one.getByText('录播直播', { exact: true })).toBeVisible()
    await expect(one.getByRole('button', { name: '课间抽奖' })).toBeVisible()
    await behindClock(one)
    await openRoom(two, path)
    expect(await two.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 3_000_000)
    await inStep()
    // far from a clock that is wrong
    expect(await behindClock(two)).toBeLessThan(60)
  })
  await test.step('one pauses for three seconds and plays on', async () => {
    const video = one.locator('video[data-lag]')
    await one.getByRole('button', { name: '暂停', exact: true }).click()
    // told anew only while it plays
    await video.evaluate((element: HTMLVideoElement) => delete element.dataset.lag)
    const others = two.locator('video[data-lag]')
    const position = (): Promise<number> => others.evaluate((element: HTMLVideoElement) => element.currentTime)
    const before = await position()
    await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(before + 3)
    await one.getByRole('button', { name: '播放', exact: true }).click()
    await inStep()
  })
  expect(await roomFaults(two)).toEqual([])
  await Promise.all([one, two].map((page) => page.context().close()))
})

/** Gives a room for questions a picture whose address ends in six seconds and is another one each time; answers which were opened, and how many were given. */
async function givePicture(page: Page): Promise<{ opened: string[]; given: () => number }> {
  const opened: string[] = []
  let given = 0
  page.on('request', (request) => {
    if (request.url().includes('/media/film/master.m3u8')) opened.push(request.url())
  })
  const next = (now: number) => {
    given += 1
    const url = `/media/film/master.m3u8?sign=${given}`
    return { playUrl: url, urlInfoV2: [{ sortNum: 1, name: '', url }], expireTime: now + 6000 }
  }
  await page.route('**/api/live-solution-room/get-live-info*', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { Time: number; body: object }
    const videoOptions = { title: '画面', coverImg: null, duration: 0, captions: [], watermark: '' }
    const player = { watchId: '00000000-0000-4000-8000-000000000001', otherPlayer: null }
    Object.assign(envelope.body, { ...next(envelope.Time), ...player, videoOptions })
    await route.fulfill({ response: answer, json: envelope })
  })
  const answerWith = (body: object) => ({ json: { code: 1, msg: 'success', body, Time: Date.now() } })
  await page.route('**/api/vod/address*', (route) => route.fulfill(answerWith(next(Date.now()))))
  const playing = { state: 'playing', otherPlayer: null, progress: 0, isFinished: false }
  await page.route('**/api/vod/heartbeat*', (route) => route.fulfill(answerWith(playing)))
  return { opened, given: () => given }
}

/** Lets a page look into the room of a class on the clock that hasn't begun. */
async function lookBefore(page: Page, path: string): Promise<void> {
  await page.route('**/api/ai-live/get-live-info*', async (route) => {
    // It names no page that it comes from.
    const answer = await route.fetch({ headers: { ...route.request().headers(), origin } })
    const envelope = (await answer.json()) as { body: { liveInfo: object } }
    const url = '/media/film/master.m3u8'
    const address = { playUrl: url, urlInfoV2: [{ sortNum: 1, name: '', url }], expireTime: null }
    const videoOptions = { title: '影片', coverImg: null, duration: 0, captions: [], watermark: '' }
    Object.assign(envelope.body, {
      aiLiveStatus: 1,
      watchStartTime: { timeSec: 0 },
      ...address,
      videoOptions,
      liveInfo: { ...envelope.body.liveInfo, liveStatus: 1 },
    })
    await route.fulfill({ response: answer, json: envelope })
  })
  await openPage(page, path.replace('/mind/play/', '/preview/mind/'))
}

test('question rooms and coming classes fit and are accessible', async ({ browser }) => {
  test.setTimeout(90_000)
  const page = await newLearner(browser)
  const { request } = page.context()
  await test.step('a room that everybody may be in', async () => {
    await openRoom(page, '/solutionRoom/1')
    expect(await roomFaults(page)).toEqual([])
  })
  await test.step('one takes back what one wrote within two minutes of the server’s clock', async () => {
    for (const words of ['早先写的话', '刚才写的话']) await sayUntilHeard(page, words)
    const tab = await page.context().newPage()
    await tab.clock.install({ time: Date.now() + 3_600_000 })
    await tab.route('**/api/im/message-history-list*', async (route) => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as {
        Time: number
        body: { text: { text: string } | null; time: number }[]
      }
      for (const message of envelope.body)
        if (message.text?.text === '早先写的话') message.time = envelope.Time - 117_000
      await route.fulfill({ response: answer, json: envelope })
    })
    await openRoom(tab, '/solutionRoom/1')
    const ways = (words: string) =>
      tab
        .locator('[data-seq]')
        .filter({ hasText: words })
        .getByRole('button', { name: /的消息操作$/ })
    await expect(ways('刚才写的话')).toHaveCount(1)
    await expect(ways('早先写的话')).toHaveCount(0)
    await tab.close()
  })
  await test.step('its picture goes on while its address is renewed', async () => {
    const { opened, given } = await givePicture(page)
    await openRoom(page, '/solutionRoom/1')
    await expect.poll(given, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    expect(opened).toHaveLength(1)
  })
  await test.step('who looks into a class on the clock before it begins moves in its film', async () => {
    await lookBefore(page, await findOpenClass(page.context(), 'aiLive'))
    await expect(page.getByRole('slider', { name: '进度' })).toBeVisible()
  })
  await test.step('one behind a password', async () => {
    await openPage(page, '/solutionRoom/2')
    await page.getByRole('button', { name: '输入密码' }).click()
    await page.getByLabel('密码', { exact: true }).fill('wrong-one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('密码不对，再看看老师发的通知')).toBeVisible()
    expect(await roomFaults(page)).toEqual([])
    await page.getByLabel('密码', { exact: true }).fill(answerRoomPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: '说点什么' })).toBeEnabled({ timeout: 15_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('作业点评室')
  })
  await test.step('a class that has not begun', async () => {
    const { records } = await callSite<{ records: { periodId: number; periodName: string; liveStatus: number }[] }>(
      request,
      '/api/home/open-live?pageSize=16',
    )
    const next = records.find(({ liveStatus }) => liveStatus === 1)
    if (!next) throw new Error('No class is to come.')
    const calls: string[] = []
    // the room before asks about its queue for as long as it is open
    await page.goto('about:blank')
    page.on('request', (sent) => calls.push(new URL(sent.url()).pathname))
    await openPage(page, `/course/live/play/${next.periodId}`)
    await expect(page.getByText('还没有上课').first()).toBeVisible()
    await expect(page.getByText(/人已经到了$/)).toBeVisible()
    await expect(page.getByText(next.periodName).last()).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    // by this browser's own clock, an hour ahead, it has begun
    expect(calls.filter((path) => /^\/api\/(live|im|class-schedule)/.test(path) && path !== '/api/im/ws')).toEqual([
      '/api/live/room-entry',
    ])
    expect(await roomFaults(page)).toEqual([])
  })
  await page.context().close()
})
