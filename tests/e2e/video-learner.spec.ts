import { expect } from 'playwright/test'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import {
  findLessons,
  findReplay,
  spokenAt,
  player,
  positionOf,
  watch,
  letPlay,
  moveTo,
  pause,
  secondBrowser,
} from '../support/film-steps.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test.describe('a learner', () => {
  test('goes on at the same second in another browser', async ({ page, context, account }) => {
    await logInBrowser(context, account)
    const { free } = await findLessons(page)
    await watch(page, free[0])
    await moveTo(page, 0.5)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(60)
    await letPlay(page)
    // What was watched is told when it is paused; leaving gives the place free.
    const heartbeat = page.waitForResponse((answer) => answer.url().includes('/api/vod/heartbeat'))
    await pause(page)
    const left = await positionOf(page)
    await heartbeat
    await page.goto('about:blank')

    const other = await secondBrowser(context)
    await openPage(other, `/course/video/play/${free[0].id}`)
    await expect(other.getByText(/^上次看到/)).toBeVisible({ timeout: 15_000 })
    await expect.poll(() => positionOf(other)).toBeGreaterThan(left - 2)
    expect(await positionOf(other)).toBeLessThan(left + 4)
    await other.getByRole('button', { name: '从头看' }).click()
    await expect.poll(() => positionOf(other)).toBeLessThan(5)
    await other.context().close()
  })

  test('is asked before a second player replaces the first', async ({ page, context, account }) => {
    await logInBrowser(context, account)
    const { free } = await findLessons(page)
    await watch(page, free[0])
    // loaded anew it is the same player
    await page.reload()
    await expect(page.locator('video')).toHaveCount(1)
    await letPlay(page)
    // it stops as soon when it stands still
    await pause(page)
    // a tab that is duplicated has what the first one has stored, and is asked like any other
    const other = await context.newPage()
    const stored = await page.evaluate(() => ({ ...sessionStorage }))
    expect(Object.keys(stored)).toContain('watch')
    await other.addInitScript((copy: Record<string, string>) => {
      for (const [key, value] of Object.entries(copy)) sessionStorage.setItem(key, value)
    }, stored)
    await openPage(other, `/course/video/play/${free[1].id}`)
    await expect(other.getByRole('heading', { name: '这个账号正在别处看课' })).toBeVisible()
    await expect(other.getByText(free[0].name, { exact: false }).first()).toBeVisible()
    await expect(other.locator('video')).toHaveCount(0)
    await other.getByRole('button', { name: '停下那边，在这里看' }).click()
    await letPlay(other)
    await expect(page.getByRole('heading', { name: '已在别处播放，这里停下了' })).toBeVisible({ timeout: 12_000 })
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: '在这里继续看' }).click()
    await letPlay(page)
    await other.close()
  })

  test('watches on when the address of the film ends', async ({ page, context, account }) => {
    await logInBrowser(context, account)
    const { free } = await findLessons(page)
    const tokens = new Set<string>()
    page.on('request', (request) => {
      const token = /\/media\/play\/([^/]+)\/.+\.m2ts/.exec(request.url())?.[1]
      if (token) tokens.add(token)
    })
    // The school lends the address for ten minutes; here it tells the player that it ends in six seconds.
    await page.route('**/api/vod/period/play*', async (route) => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as { Time: number; body: { expireTime: number | null } }
      if (envelope.body.expireTime) envelope.body.expireTime = envelope.Time + 6000
      await route.fulfill({ response: answer, json: envelope })
    })
    const renewed = page.waitForResponse((answer) => answer.url().includes('/api/vod/address'))
    await watch(page, free[0])
    await renewed
    const before = await positionOf(page)
    await moveTo(page, 0.7)
    await expect.poll(() => tokens.size).toBe(2)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(before + 20)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('goes by the chat to a second of the replay', async ({ page, context, account }) => {
    const replay = await findReplay(page)
    await logInBrowser(context, account)
    // Nobody spoke in the classes of the seed.
    await page.route('**/api/live-info/replay-timeline*', async (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get('fromSec') === '0'
      await route.fulfill({
        json: {
          code: 1,
          msg: 'success',
          Time: Date.now(),
          body: { messages: isFirst ? spokenAt(2, 40, 80) : [], untilSec: isFirst ? 600 : 1200, totalSec: 3600 },
        },
      })
    })
    await watch(page, replay)
    await page.getByRole('tab', { name: '课上的聊天' }).click()
    const lines = page.getByRole('log', { name: '课上的聊天' }).locator('[data-seq]')
    await expect(lines).toHaveCount(1)
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 90
    })
    await expect(lines).toHaveCount(3)
    await page.getByRole('button', { name: '跳到 00:40' }).click()
    await expect(lines).toHaveCount(2)
    expect(await positionOf(page)).toBeGreaterThanOrEqual(40)
    expect(await positionOf(page)).toBeLessThan(50)
  })

  test('watches under a mark that comes back', async ({ page, context, account }) => {
    await logInBrowser(context, account)
    const { free } = await findLessons(page)
    await watch(page, free[0])
    const mark = player(page)
      .locator('div[aria-hidden=true]')
      .filter({ hasText: account.phone.slice(-4) })
    await expect(mark).toHaveCount(1)
    await mark.evaluate((element) => element.remove())
    await expect(mark).toHaveCount(1)
    await mark.evaluate((element) => {
      element.style.display = 'none'
    })
    await expect(mark).toBeVisible()
  })
})
