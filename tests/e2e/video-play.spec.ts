import { expect } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import {
  courseId,
  findLessons,
  player,
  positionOf,
  watch,
  letPlay,
  moveTo,
  pause,
  giveSecondLine,
} from '../support/film-steps.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test.describe('a visitor', () => {
  test('watches a free lesson without logging in', async ({ page }) => {
    const { free } = await findLessons(page)
    const policies: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) policies.push(message.text())
    })
    await watch(page, free[0])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(free[0].name)
    await expect(page).toHaveTitle(new RegExp(free[0].name))
    await expect(page.getByRole('link', { name: new RegExp(free[0].name) })).toHaveAttribute('aria-current', 'page')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    expect(policies).toEqual([])
  })

  test('uses the keys only while the player has focus', async ({ page }) => {
    const { free } = await findLessons(page)
    await watch(page, free[0])
    const video = page.locator('video')
    const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused)
    // nothing on the page has the focus: the page is there for the film
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press(' ')
    await expect.poll(isPaused).toBe(true)
    await page.keyboard.press('?')
    await expect(player(page).getByRole('region', { name: '快捷键' })).toContainText('退、进 5 秒')
    await expect(player(page).getByRole('region', { name: '快捷键' })).not.toContainText('记笔记')
    await page.keyboard.press('Escape')
    await expect(player(page).getByRole('region', { name: '快捷键' })).toHaveCount(0)
    await player(page).focus()
    await page.keyboard.press(' ')
    await expect.poll(isPaused).toBe(false)
    await page.keyboard.press(' ')
    const before = await positionOf(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => positionOf(page)).toBeCloseTo(before + 5, 0)
    await page.keyboard.press('ArrowDown')
    expect(await video.evaluate((element: HTMLVideoElement) => element.volume)).toBeCloseTo(0.9)
    await page.keyboard.press('m')
    expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
    await page.getByRole('link', { name: '返回课程' }).focus()
    await page.keyboard.press('m')
    expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
  })

  test('finds speed and line again, at the same second', async ({ page }) => {
    const { free } = await findLessons(page)
    const bySecond = await giveSecondLine(page)
    await watch(page, free[0])
    await player(page).getByRole('button', { name: /^倍速/ }).click()
    await page.getByRole('menuitemradio', { name: '1.5×' }).click()
    const rate = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)
    expect(await rate()).toBe(1.5)

    const quality = player(page).getByRole('button', { name: /^清晰度/ })
    await expect(quality).toHaveText(/^高清/)
    await moveTo(page, 0.5)
    await letPlay(page)
    const before = await positionOf(page)
    await quality.click()
    await expect(
      page.getByRole('group', { name: '清晰度' }).getByRole('menuitemradio', { name: '自动' }),
    ).toHaveAttribute('aria-checked', 'true')
    expect(bySecond).toEqual([])
    await page.getByRole('group', { name: '线路' }).getByRole('menuitemradio', { name: '标清' }).click()
    await expect(quality).toHaveText(/^标清/)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(before + 0.5)
    expect(await positionOf(page)).toBeLessThan(before + 20)
    expect(bySecond).toHaveLength(1)

    await watch(page, free[1])
    expect(await rate()).toBe(1.5)
    await expect(player(page).getByRole('button', { name: '倍速：1.5×' })).toBeVisible()
    await expect(quality).toHaveText(/^标清/)
    expect(bySecond).toHaveLength(2)
  })

  test('listens without the picture, and has it again', async ({ page }) => {
    const { free } = await findLessons(page)
    await watch(page, free[0])
    await moveTo(page, 0.4)
    await letPlay(page)
    const parts: string[] = []
    page.on('request', (request) => {
      const [, folder] = /\/(\w+)\/part-\d+\.m2ts$/.exec(new URL(request.url()).pathname) ?? []
      if (folder) parts.push(folder)
    })
    const hasPicture = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth > 0)
    const chosenAt = await positionOf(page)
    await player(page)
      .getByRole('button', { name: /^清晰度/ })
      .click()
    await page.getByRole('menuitemradio', { name: '只听声音' }).click()
    // what of the picture was on its way already
    parts.length = 0
    await expect.poll(() => positionOf(page)).toBeGreaterThan(chosenAt)
    expect(await hasPicture()).toBe(false)
    expect(new Set(parts)).toEqual(new Set(['sound']))
    await pause(page)
    await page.getByRole('button', { name: '接着听' }).click()
    const before = await positionOf(page)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(before + 0.3)
    await page.getByRole('button', { name: '打开画面' }).click()
    await expect(page.getByText('只听声音')).toHaveCount(0)
    await expect.poll(hasPicture).toBe(true)
    await expect.poll(() => positionOf(page)).toBeGreaterThan(before)
  })

  test('goes over to sound on a thin line, once', async ({ page }) => {
    const { free } = await findLessons(page)
    const session = await page.context().newCDPSession(page)
    const thin = Promise.withResolvers<void>()
    await page.route('**/part-*.m2ts', async (route) => {
      await thin.promise
      await route.continue()
    })
    await openPage(page, `/course/video/play/${free[0].id}`)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 14_000,
      uploadThroughput: 14_000,
    })
    thin.resolve()
    await expect(page.getByText('网络很慢，先只放声音')).toBeVisible({ timeout: 60_000 })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.getByRole('button', { name: '打开画面' }).click()
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth > 0))
      .toBe(true)
  })

  test('goes on after minutes without network or source', async ({ page, context }) => {
    const { free } = await findLessons(page)
    let isCut = false
    let source: 'good' | 'missing' | 'silent' = 'good'
    await page.route('**/media/play/**/*.m2ts', (route) => {
      if (isCut) return route.abort('internetdisconnected')
      if (source === 'missing') return route.fulfill({ status: 404 })
      // what has no answer during the fault has none after it
      return source === 'silent' ? undefined : route.continue()
    })
    await page.clock.install()
    await watch(page, free[0])
    const cut = async (wanted: boolean): Promise<void> => {
      isCut = wanted
      await context.setOffline(wanted)
    }
    await cut(true)
    await expect(page.getByText('网络断开了，连上以后会接着放')).toBeVisible()
    await moveTo(page, 0.5)
    await expect(page.getByText('正在加载')).toBeVisible()
    await cut(false)
    const half = await positionOf(page)
    await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(half + 0.5)
    await expect(page.getByRole('alert')).toHaveCount(0)

    const healing = page.getByRole('status').filter({ hasText: '视频断了，正在重新连接' })
    for (const [fault, share] of [
      ['missing', 0.9],
      ['silent', 0.2],
    ] as const) {
      source = fault
      await moveTo(page, share)
      await expect(healing).toBeVisible({ timeout: 20_000 })
      // five minutes of it
      for (let step = 0; step < 30; step += 1) await page.clock.fastForward(10_000)
      await expect(healing).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      const from = await positionOf(page)
      source = 'good'
      const ended = Date.now()
      await expect.poll(() => positionOf(page), { timeout: 20_000, intervals: [50] }).toBeGreaterThan(from + 0.1)
      test.info().annotations.push({
        type: `second picture after a source that was ${fault}`,
        description: `${Date.now() - ended} ms`,
      })
      await expect(healing).toHaveCount(0)
    }
  })

  test('is led to the film’s other line', async ({ page }) => {
    const { free } = await findLessons(page)
    const bySecond = await giveSecondLine(page)
    await page.route('**/media/play/**/master.m3u8', (route) => route.abort('connectionrefused'))
    await watch(page, free[0])
    await expect(player(page).getByRole('button', { name: /^清晰度/ })).toHaveText(/^标清/)
    expect(bySecond.length).toBeGreaterThan(0)
    // that was the fault's choice, not theirs
    expect(await page.evaluate(() => localStorage.getItem('player') ?? '')).not.toContain('标清')
  })

  test('reads why a lesson is closed, and opens it', async ({ page }) => {
    const { free } = await findLessons(page)
    const message = '这节课正在维护，请稍后再来'
    await page.route(
      '**/api/vod/period/play*',
      (route) => route.fulfill({ json: { code: 4004, msg: message, body: null, Time: Date.now() } }),
      { times: 1 },
    )
    await openPage(page, `/course/video/play/${free[0].id}`)
    await expect(page.getByRole('alert')).toContainText(message)
    await expect(page.getByText(message)).toHaveCount(1)
    await page.getByRole('button', { name: '重试' }).click()
    await letPlay(page)
  })

  test('must log in and sign up before a paid lesson', async ({ page, context, account }) => {
    const { locked } = await findLessons(page)
    await openPage(page, `/course/video/play/${locked.id}`)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: '关闭' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await logInBrowser(context, account)
    await openPage(page, `/course/video/play/${locked.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(locked.name)
    await expect(page.getByRole('heading', { name: '还没有报名' })).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('link', { name: '去看课程和报名' }).click()
    await expect(page).toHaveURL(new RegExp(`/course/video/${courseId}$`))
  })

  test('gets the next lesson after five seconds, unless refused', async ({ page }) => {
    const { free } = await findLessons(page)
    await watch(page, free[0])
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.6
    })
    await expect(page.getByText(/秒后播放下一讲/)).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: '取消' }).click()
    await page.getByRole('link', { name: '现在播放' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(free[1].name)
  })

  test('reads what is said, searches and jumps there', async ({ page }) => {
    const { free } = await findLessons(page)
    await watch(page, free[0])
    await player(page).getByRole('button', { name: '字幕稿' }).click()
    const transcript = page.getByRole('region', { name: '字幕稿' })
    const lines = transcript.getByRole('list', { name: '每一句' }).getByRole('button')
    await expect(lines.nth(2)).toBeVisible()
    const [time = '', ...words] = (await lines.nth(2).innerText()).split('\n')
    const [minutes = 0, seconds = 0] = time.split(':').map(Number)
    await transcript.getByRole('searchbox').fill(words.join('').trim().slice(0, 6))
    await lines.filter({ hasText: time }).first().click()
    await expect.poll(() => positionOf(page)).toBeGreaterThanOrEqual(minutes * 60 + seconds - 0.5)
    expect(await positionOf(page)).toBeLessThan(minutes * 60 + seconds + 4)
  })

  test('finds nothing inaccessible, wide and narrow', async ({ page }) => {
    const { free, locked } = await findLessons(page)
    const found: string[] = []
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const lesson of [free[0], locked]) {
        await openPage(page, `/course/video/play/${lesson.id}`)
        if (lesson === locked) await expect(page.getByRole('dialog')).toBeVisible()
        else await letPlay(page)
        // what is hidden in the list doesn't make the page longer
        if (width === 1440)
          expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
        found.push(...(await breachesInBothColours(page)).map((breach) => `${width} ${lesson.name} ${breach}`))
        if ((await overhang(page)) > 0) found.push(`${width} ${lesson.name} scrolls sideways`)
        expect(await page.locator('h1').count()).toBe(1)
      }
    }
    expect(found).toEqual([])
  })
})
