import { readFileSync } from 'node:fs'
import { expect, type Page, test } from 'playwright/test'
import { openPage } from '../support/login-steps.ts'

async function open(page: Page, path: string): Promise<void> {
  // The notice of the day has tests of its own; here it would lie over the page.
  await page.route('**/api/platform/notice/platform-notice-by-user*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code: 1, msg: '', body: null, Time: 0 }) }),
  )
  await openPage(page, path)
}

/** The film has moved on by at least a third of a second. */
async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 15_000 })
    .toBeGreaterThan(0.3)
}

function collectViolations(page: Page): string[] {
  const list: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) list.push(message.text())
  })
  return list
}

interface Output {
  readonly entryPoint?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}

/** Sources that a screen brings along before it asks for more. */
function sourcesOf(outputs: Readonly<Record<string, Output>>, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return new Set()
  seen.add(name)
  const { inputs = {}, imports = [] } = outputs[name] ?? {}
  return new Set([
    ...Object.keys(inputs),
    ...imports
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => [...sourcesOf(outputs, path, seen)]),
  ])
}

test('the player loads only where one watches', () => {
  const { outputs } = JSON.parse(readFileSync('dist/client/metafile.json', 'utf8')) as {
    outputs: Record<string, Output>
  }
  const screens = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint?.startsWith('client/'))
  const bringing = (part: string): string[] =>
    screens
      .filter(([name]) => [...sourcesOf(outputs, name)].some((source) => source.includes(part)))
      .map(([, { entryPoint }]) => String(entryPoint))
  // beside a homework's sheet the coach's film comes at a press
  const onUse = 'client/features/play/coach-film.tsx'
  expect(
    bringing('features/play/player/player.tsx').filter(
      (screen) => !screen.startsWith('client/pages/play/') && screen !== onUse,
    ),
  ).toEqual([])
  expect(bringing('features/play/player/player.tsx')).toContain('client/pages/play/video-play.tsx')
  expect(bringing('node_modules/hls.js/')).toEqual([])
})

test.describe('free lessons', () => {
  test('the first plays after its cover’s click, player then', async ({ page }) => {
    const violations = collectViolations(page)
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await open(page, '/course/video/1')
    expect(scripts.some((url) => /hls/i.test(url))).toBe(false)
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: /^播放试看/ }).click()
    await expectPlaying(page)
    expect(scripts.some((url) => url.includes('.m3u8'))).toBe(true)
    expect(violations).toEqual([])
  })

  test('one of the outline plays in the same player', async ({ page }) => {
    await open(page, '/course/video/1')
    const trial = page.locator('#outline').getByRole('link', { name: /^试看/ }).nth(1)
    const name = (await trial.getAttribute('aria-label'))?.replace('试看：', '') ?? ''
    await trial.click()
    await expect(page.getByLabel(`试看：${name}`, { exact: true }).and(page.locator('video'))).toBeVisible()
    await expectPlaying(page)
  })

  test('a college’s first plays silently, another by choice', async ({ page }) => {
    await open(page, '/college/illustration')
    await page.locator('video').scrollIntoViewIfNeeded()
    await expectPlaying(page)
    expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
    const second = page.getByRole('list', { name: '可以试听的课' }).getByRole('button').nth(1)
    await second.click()
    await expect(second).toHaveAttribute('aria-current', 'true')
    await expectPlaying(page)
    expect(await page.locator('video').evaluate((element: HTMLVideoElement) => element.muted)).toBe(false)
  })

  test('nothing plays by itself under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/college/illustration')
    await expect(page.getByRole('list', { name: '可以试听的课' })).toBeVisible()
    await expect(page.locator('video')).toHaveCount(0)
  })

  test('a missing film says so, and can be retried', async ({ page }) => {
    let blocked = true
    await page.route('**/*.m3u8', (route) => (blocked ? route.abort() : route.continue()))
    await open(page, '/course/video/1')
    await page.getByRole('button', { name: /^播放试看/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: '视频没有放出来' })).toBeVisible({ timeout: 25_000 })
    blocked = false
    await page.getByRole('button', { name: '再试一次' }).click()
    await expectPlaying(page)
  })
})
