import { expect, type Locator, type Page } from 'playwright/test'
import { findHoleOf } from './puzzle.ts'

/** How the steps of signing in are taken in a browser. */

let count = 0

/** A mainland number that no other test of this run has, whatever process it runs in. */
export function newPhone(): string {
  count += 1
  return `15${String(process.pid % 100_000).padStart(5, '0')}${String(count * 100 + Math.floor(Math.random() * 100)).padStart(4, '0')}`
}

/** Limits count by address: every test comes from one of its own. */
export function ownAddress(): { 'x-forwarded-for': string } {
  const part = (): number => 1 + Math.floor(Math.random() * 250)
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` }
}

/** Where the hole of the puzzle in a window is. Answers pixels of the picture's 310. */
export async function findHole(dialog: Locator): Promise<number> {
  const token = await dialog.locator('[data-challenge]').getAttribute('data-challenge')
  if (!token) throw new Error('There is no puzzle.')
  return findHoleOf(token)
}

/** Types a number and waits until the site knows whether it has an account. */
export async function typePhone(form: Locator, phone: string): Promise<void> {
  await form.getByLabel('手机号').fill(phone)
  await expect(form.getByRole('button', { name: '获取验证码' })).toBeEnabled()
}

export function captchaDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: '请完成安全验证' })
}

/** Drags the piece to a place in the picture (its hole, unless told) and lets go. */
export async function slideByMouse(page: Page, place?: number): Promise<void> {
  const dialog = captchaDialog(page)
  const x = place ?? (await findHole(dialog))
  const handle = await dialog.getByRole('slider').boundingBox()
  const picture = await dialog.locator('img').first().boundingBox()
  if (!handle || !picture) throw new Error('There is no puzzle.')
  const [fromX, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2]
  await page.mouse.move(fromX, y)
  await page.mouse.down()
  await page.mouse.move(fromX + 20, y)
  await page.mouse.move(fromX + (x * picture.width) / 310, y, { steps: 6 })
  await page.mouse.up()
}

/** Moves the piece by arrow keys and checks with Enter. */
export async function slideByKeys(page: Page): Promise<void> {
  const dialog = captchaDialog(page)
  await expect(dialog.getByRole('slider')).toBeFocused()
  const x = await findHole(dialog)
  for (let step = 0; step < Math.floor(x / 10); step += 1) await page.keyboard.press('Shift+ArrowRight')
  for (let step = 0; step < x % 10; step += 1) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('slider')).toHaveAttribute('aria-valuenow', String(x))
  await page.keyboard.press('Enter')
}

/** Asks for a code, solves the puzzle by mouse and waits until the code is under way. */
export async function askForCode(page: Page, form: Locator | Page = page): Promise<void> {
  await form.getByRole('button', { name: '获取验证码' }).click()
  await slideByMouse(page)
  await expect(captchaDialog(page)).toBeHidden()
  await expect(form.getByRole('button', { name: /^\d+秒后刷新$/ })).toBeDisabled()
}

/** Opens a page and waits until it is alive: its script has taken over, its pictures may still come. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('html[data-hydrated]').waitFor()
}

/** The code that was sent to a number last, as a developer reads it on the page of the outbox. */
export async function readCode(
  phone: string,
  base: string = `http://127.0.0.1:${process.env.E2E_PORT}`,
): Promise<string> {
  const answer = await fetch(`${base}/dev/accounts`)
  // the newest stands first; the accounts above the codes have numbers, too
  const code = new RegExp(`${phone}</code></td><td>[^<]*</td><td><code[^>]*>(\\d{6})<`).exec(await answer.text())?.[1]
  if (!code) throw new Error(`No code went to ${phone}.`)
  return code
}

/** Six digits that aren't the code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
