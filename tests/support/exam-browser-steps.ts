import { type APIRequestContext, expect, type Locator, type Page } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite } from './buying-steps.ts'
import { openPage } from './login-steps.ts'

/** How an exam is taken in a browser. */

export type Result = CallOutput<'GET /api/exam/result'>

/** The seeded paper that everybody may take, several times and without an end. */
export async function findPaper(request: APIRequestContext): Promise<{ id: number; title: string }> {
  const { records } = await callSite<CallOutput<'GET /api/exam/list-exam'>>(request, '/api/exam/list-exam?pageSize=50')
  const paper = records.find(
    (one) => one.courseName === '' && one.url === null && one.canBegin && one.questionCount > 4,
  )
  if (!paper) throw new Error('Nobody’s paper can be begun.')
  return paper
}

/** Opens a paper and begins it, or goes on; resolves when its questions are there. */
export async function takePaper(page: Page, id: number): Promise<void> {
  await openPage(page, `/exam/${id}`)
  await page.getByRole('button', { name: /^(开始考试|继续答)$/ }).click()
  await expect(questions(page).first()).toBeVisible()
}

export const questions = (page: Page): Locator => page.getByRole('article', { name: /^第 \d+ 题$/ })

/** The line under the clock. */
export const saveLine = (page: Page): Locator =>
  page.getByRole('complementary', { name: '答题卡' }).locator('[data-state]')

/** The cell of a question on the answer card. */
export const cell = (page: Page, number: number): Locator =>
  page.getByRole('complementary', { name: '答题卡' }).getByRole('button', { name: new RegExp(`^第 ${number} 题，`) })

/** Chooses the first option of a question by the keyboard. */
export async function answerByKey(page: Page, number: number, digit = '1'): Promise<void> {
  await cell(page, number).click()
  await expect(questions(page).nth(number - 1)).toBeFocused()
  await page.keyboard.press(digit)
}

/** Nothing that is saved gets to the server any more; answers how it may again. */
export async function cutSaving(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/exam/save', (route) => route.abort())
  return () => page.unroute('**/api/exam/save')
}

/** Hands in, whatever isn't answered. */
export async function handIn(page: Page): Promise<void> {
  await page.getByRole('complementary', { name: '答题卡' }).getByRole('button', { name: '交卷' }).click()
  await page
    .getByRole('dialog', { name: '交卷' })
    .getByRole('button', { name: /^(就这样交|交卷)$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(交卷了|时间到了，已经自动交卷)$/)
}

/** How what lies over these is printed: without backgrounds it would be white, and hide them, unless it is wanted as it is. */
export async function printColoursOver(page: Page, selector: string): Promise<Set<string>> {
  const colours = await page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) =>
      ['::before', '::after']
        .map((part) => getComputedStyle(one, part))
        .filter(({ content }) => content !== 'none')
        .map((style) => style.printColorAdjust),
    ),
  )
  return new Set(colours)
}

/** What the school has of the last attempt that was handed in. */
export function readResult(request: APIRequestContext, id: number): Promise<Result> {
  return callSite<Result>(request, `/api/exam/result?id=${id}`)
}

/** The places, from 1, of the questions that count as answered. */
export async function answeredOf(request: APIRequestContext, id: number): Promise<number[]> {
  const { questions: all } = await readResult(request, id)
  return all.flatMap(({ isAnswered }, index) => (isAnswered ? [index + 1] : []))
}
