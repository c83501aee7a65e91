import { type BrowserContext, expect, type Page } from 'playwright/test'
import { logInBrowser } from './learner-browser.ts'
import { askForCode, newPhone, openPage, readCode, typePhone } from './login-steps.ts'

/** How people sit in a classroom, in a browser. */

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`
const headers = { reqSource: 'pcSite' }
const password = 'chalk-2468'

/** A new learner whose browser is logged in. */
export async function newLearner(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const phone = newPhone()
  await openPage(page, `${origin}/register`)
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByLabel('设置密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '注册' }).click()
  await page.waitForURL('**/register/success')
  await page.close()
  await logInBrowser(context, { phone, password })
}

/** Whose account a developer has. */
const teacherOfSeed = '顾南乔'
const kinds = { live: 1, aiLive: 3 } as const

/** The address of a free class that is on: the one of the seeded teacher, or a film on the clock. */
export async function findOpenClass(context: BrowserContext, kind: keyof typeof kinds): Promise<string> {
  const list = (await (await context.request.get(`${origin}/api/home/open-live?pageSize=16`, { headers })).json()) as { body: { records: { id: number; periodId: number; liveStatus: number; teacherName: string }[] } }
  for (const live of list.body.records.filter(({ liveStatus, teacherName }) => liveStatus === 2 && (kind === 'aiLive' || teacherName.includes(teacherOfSeed)))) {
    const outline = (await (await context.request.get(`${origin}/api/course/period?courseId=${live.id}`, { headers })).json()) as { body: { id: number; kind: number }[] }
    const period = outline.body.find((row) => row.id === live.periodId && row.kind === kinds[kind])
    if (period) return kind === 'aiLive' ? `/mind/play/${period.id}` : `/course/live/play/${period.id}`
  }
  throw new Error('No such class is on.')
}

/** Opens a room and waits until its chat is joined. */
export async function openRoom(page: Page, path: string): Promise<void> {
  await openPage(page, `${origin}${path}`)
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

/** What the chat shows, in order. */
export function saidTexts(page: Page): Promise<string[]> {
  return page.locator('[role=log] [data-seq] p:last-of-type').allInnerTexts()
}
