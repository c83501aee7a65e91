import { expect as impatient, type Page, type Route } from 'playwright/test'
import { test } from '../support/learner-browser.ts'
import { newOwnSeat, type OwnClassroom, startOwnClassroom } from '../support/own-classroom.ts'
import { openRoom, sayUntilHeard, waitForPicture } from '../support/room-steps.ts'
import { ffmpegNote, hasFfmpeg, type Publisher, publish, publishedWidth } from '../support/rtmp-publisher.ts'

/** One machine carries the school, four browsers and the teacher's programme: each wait may be long, none is a pause. */
const expect = impatient.configure({ timeout: 60_000 })

/** What a CDN does when it is ill: it takes no connection, answers with an error, or never answers. */
const faults = {
  refused: (route: Route) => route.abort('connectionrefused'),
  broken: (route: Route) => route.fulfill({ status: 503, headers: { 'cache-control': 'no-store' } }),
  silent: () => undefined,
} as const
type Fault = keyof typeof faults

const media = /\/media\/play\/.*\.(m3u8|ts|aac)$/
const healingOf = (page: Page) => page.getByText('画面断了，正在重新连接')
const positionOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** What is to be ended whatever happened. */
const endings: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  await Promise.allSettled(endings.splice(0).map((end) => end()))
})

/** The browser of somebody in the class, whose clock can be moved. */
async function takeSeat(page: Page, path: string, base: string): Promise<Page> {
  await page.clock.install()
  await openRoom(page, path, base)
  return page
}

/** How long until a page shows another picture, in milliseconds. */
async function untilNextPicture(page: Page, from: number): Promise<number> {
  const ended = Date.now()
  await expect.poll(() => positionOf(page), { intervals: [50] }).toBeGreaterThan(from + 0.1)
  return Date.now() - ended
}

test(`three learners see the class again after a CDN fault${ffmpegNote}`, async ({ browser }) => {
  test.skip(!hasFfmpeg)
  test.setTimeout(400_000)
  const school: OwnClassroom = await startOwnClassroom({ streams: true })
  endings.push(school.stop)
  const path = school.data.live
  const teacher = await newOwnSeat(browser, school, 'teacher')
  const seats = await Promise.all(
    (['learner', 'watcher', 'third'] as const).map(async (who) =>
      takeSeat(await newOwnSeat(browser, school, who), path, school.base),
    ),
  )
  endings.push(() => Promise.all([teacher, ...seats].map((page) => page.context().close())))
  const byFault = (Object.keys(faults) as Fault[]).map((fault, index) => ({ fault, page: seats[index] as Page }))

  await test.step('all see the teacher’s picture', async () => {
    await openRoom(teacher, path, school.base)
    await teacher.getByRole('button', { name: '管理课堂' }).click()
    const care = teacher.getByRole('dialog', { name: '管理课堂' })
    await care.getByRole('button', { name: '显示推流码' }).click()
    const [server, key] = await care.locator('code').allInnerTexts()
    await teacher.keyboard.press('Escape')
    const stream: Publisher = publish(`${server}/${key}`, 360)
    endings.push(stream.stop)
    for (const page of seats) await waitForPicture(page, publishedWidth, 60_000)
  })

  const asked: Record<Fault, number> = { refused: 0, broken: 0, silent: 0 }
  await test.step('each is told that the picture stands still', async () => {
    for (const { fault, page } of byFault)
      await page.route(media, (route) => {
        asked[fault] += 1
        return faults[fault](route)
      })
    for (const { page } of byFault) await expect(healingOf(page)).toBeVisible()
  })

  await test.step('for five minutes it is tried again and again, and they talk', async () => {
    for (let step = 0; step < 15; step += 1) {
      const before = { ...asked }
      for (const page of seats) await page.clock.fastForward(20_000)
      for (const fault of ['refused', 'broken'] as const)
        await expect.poll(() => asked[fault]).toBeGreaterThan(before[fault])
    }
    for (const { page } of byFault) {
      await expect(healingOf(page)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    await sayUntilHeard(teacher, '画面在修，先看讲义')
    for (const page of seats)
      await expect(page.locator('[data-seq]').filter({ hasText: '画面在修，先看讲义' })).toHaveCount(1)
  })

  await test.step('when it is over each has a moving picture again by itself', async () => {
    const positions = await Promise.all(seats.map(positionOf))
    await Promise.all(seats.map((page) => page.unroute(media)))
    const waits = await Promise.all(seats.map((page, index) => untilNextPicture(page, positions[index] ?? 0)))
    const told = byFault.map(({ fault }, index) => `${fault} ${waits[index]} ms`).join(', ')
    console.info(`second picture after a CDN fault of five minutes: ${told}`)
    for (const page of seats) {
      await waitForPicture(page, publishedWidth, 60_000)
      await expect(healingOf(page)).toHaveCount(0)
    }
  })
})
