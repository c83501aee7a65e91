import { expect, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import {
  answerByKey,
  answeredOf,
  cell,
  cutSaving,
  findPaper,
  handIn,
  printColoursOver,
  questions,
  readResult,
  saveLine,
  takePaper,
} from '../support/exam-browser-steps.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { newPhone, openPage, ownAddress } from '../support/login-steps.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

const saved = /^已保存 \d\d:\d\d:\d\d$/
const offers = '没来得及保存的答案'

test('an exam is taken, handed in and read by keyboard', async ({ page, context }) => {
  await signUp(context)
  const paper = await findPaper(page.request)

  await test.step('the list leads to the rules, the rules to the paper', async () => {
    await openPage(page, '/exam')
    await expect(page).toHaveURL(/\/user\/testPaper$/)
    await expect(page.getByRole('heading', { level: 1, name: '我的测试' })).toBeVisible()
    expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
    await page.getByRole('list', { name: '考试' }).getByRole('link', { name: paper.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: paper.title })).toBeVisible()
    expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
    await page.getByRole('button', { name: '开始考试' }).click()
    await expect(questions(page).first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeHidden()
  })

  await test.step('digits choose, arrows move, F marks', async () => {
    await page.keyboard.press('2')
    await page.keyboard.press('f')
    await expect(cell(page, 1)).toHaveAccessibleName(/^第 1 题，已答，有记号/)
    await page.keyboard.press('ArrowDown')
    await expect(questions(page).nth(1)).toBeFocused()
    await page.keyboard.press('1')
    await page.keyboard.press('ArrowUp')
    await expect(questions(page).nth(0)).toBeFocused()
    await page.keyboard.press('3')
    await expect(saveLine(page)).toHaveText(saved)
    expect(await breachesInBothColours(page)).toEqual([])
  })

  await test.step('on a phone there is one question, and the card is a window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(questions(page)).toHaveCount(1)
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    expect(await breachesInBothColours(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(questions(page).nth(3)).toBeVisible()
    await expect(page.getByRole('button', { name: '交卷' })).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: /^答题卡/ }).click()
    const card = page.getByRole('dialog', { name: '答题卡' })
    expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])
    await card.getByRole('button', { name: /^第 2 题，/ }).click()
    await expect(questions(page).first()).toHaveAccessibleName('第 2 题')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('handing in names what isn’t answered', async () => {
    await page.getByRole('complementary', { name: '答题卡' }).getByRole('button', { name: '交卷' }).click()
    const dialog = page.getByRole('dialog', { name: '交卷' })
    expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '去第 3 题' }).click()
    await expect(questions(page).nth(2)).toBeFocused()
    await handIn(page)
    await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    expect(await answeredOf(page.request, paper.id)).toEqual([1, 2])
  })

  await test.step('the result shows each question, and prints', async () => {
    const result = await readResult(page.request, paper.id)
    await expect(page.getByText(result.receipt.no)).toBeVisible()
    await page.getByRole('link', { name: '看成绩' }).click()
    await expect(page.getByRole('heading', { level: 1, name: paper.title })).toBeVisible()
    await expect(questions(page)).toHaveCount(result.questions.length)
    await expect(page.getByText(result.receipt.sha256)).toBeVisible()
    expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: '打印答卷' })).toBeHidden()
    expect(await printColoursOver(page, '.ring, [data-wrong]')).toEqual(new Set(['exact']))
    await expect(questions(page)).toHaveCount(result.questions.length)
  })
})

test('a cut line and a killed tab lose no answer', async ({ page, context }) => {
  await signUp(context)
  const { id } = await findPaper(page.request)
  await takePaper(page, id)
  await answerByKey(page, 1)
  await expect(saveLine(page)).toHaveText(saved)

  await test.step('offline it says so, and never that it is saved', async () => {
    await context.setOffline(true)
    await answerByKey(page, 2)
    await expect(saveLine(page)).toContainText('1 题未保存：网络断了')
    await expect(saveLine(page)).not.toContainText('已保存')
    await expect(cell(page, 2)).toHaveAccessibleName(/还没保存$/)
    await context.setOffline(false)
    await expect(saveLine(page)).toHaveText(saved)
  })

  await test.step('over a reload it goes on by itself', async () => {
    page.on('dialog', (dialog) => dialog.accept())
    const join = await cutSaving(page)
    await answerByKey(page, 3)
    await expect(saveLine(page)).toContainText('1 题未保存')
    await join()
    await page.reload()
    await expect(cell(page, 3)).toHaveAccessibleName(/^第 3 题，已答/)
    await expect(saveLine(page)).toHaveText(saved)
  })

  await cutSaving(page)
  await answerByKey(page, 4)
  await expect(saveLine(page)).toContainText('1 题未保存')
  const next = await context.newPage()
  await page.close()
  await takePaper(next, id)
  await expect(cell(next, 4)).toHaveAccessibleName(/^第 4 题，已答/)
  await expect(saveLine(next)).toHaveText(saved)
  await expect(next.getByRole('region', { name: offers })).toHaveCount(0)
  await handIn(next)
  expect(await answeredOf(next.request, id)).toEqual([1, 2, 3, 4])
})

test('a second tab takes over, the first overwrites nothing', async ({ page, context }) => {
  await signUp(context)
  const { id } = await findPaper(page.request)
  await takePaper(page, id)
  const join = await cutSaving(page)
  await answerByKey(page, 1, '1')
  await answerByKey(page, 2, '1')
  await expect(saveLine(page)).toContainText('2 题未保存')

  const second = await context.newPage()
  await takePaper(second, id)
  await expect(page.getByRole('alert')).toContainText('已停')
  expect(await breachesInBothColours(page)).toEqual([])
  await expect(second.getByRole('region', { name: offers })).toContainText('第 1 题')
  expect(await breachesInBothColours(second)).toEqual([])
  await answerByKey(second, 1, '2')
  await expect(saveLine(second)).toHaveText(saved)
  await join()
  await page.keyboard.press('3')
  await second.getByRole('button', { name: '第 1 题留现在的' }).click()
  await second.getByRole('button', { name: '第 2 题用没保存的' }).click()
  await expect(second.getByRole('region', { name: offers })).toHaveCount(0)
  await expect(saveLine(second)).toHaveText(saved)

  await test.step('the first goes on when it is told to', async () => {
    await page.getByRole('button', { name: '在这里继续' }).click()
    await expect(second.getByRole('alert')).toContainText('已停')
    await expect(questions(page).first().getByRole('radio').nth(1)).toBeChecked()
    await expect(page.getByRole('region', { name: offers })).toHaveCount(0)
    await handIn(page)
    expect(await answeredOf(page.request, id)).toEqual([1, 2])
  })
})

test('after a login elsewhere what wasn’t sent is offered', async ({ page, context, browser }) => {
  const account = { phone: newPhone(), password: 'chalk-2468' }
  await signUp(context, account)
  const { id } = await findPaper(page.request)
  await takePaper(page, id)
  await answerByKey(page, 1)
  await expect(saveLine(page)).toHaveText(saved)
  const join = await cutSaving(page)
  await answerByKey(page, 2, '1')
  await expect(saveLine(page)).toContainText('1 题未保存')

  const other = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await logInBrowser(other, account)
  const phone = await other.newPage()
  await takePaper(phone, id)
  await answerByKey(phone, 2, '2')
  await expect(saveLine(phone)).toHaveText(saved)

  await join()
  await expect(page).toHaveURL(/\/auth\/login\?code=-5&redirect=%2Fexam%2F/)
  await logInBrowser(context, account)
  await page.goto(`/exam/${id}`)
  await expect(page.getByRole('region', { name: offers })).toContainText('第 2 题　没保存的：A')
  await expect(cell(page, 1)).toHaveAccessibleName(/^第 1 题，已答/)
  await page.getByRole('button', { name: '第 2 题用没保存的' }).click()
  await expect(saveLine(page)).toHaveText(saved)
  await handIn(page)
  const result = await readResult(page.request, id)
  expect(result.questions[1]?.answer.options).toEqual([result.questions[1]?.options[0]?.key])
  await other.close()
})

test('without storage an exam says so and saves', async ({ page, context }) => {
  await signUp(context)
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined })
  })
  const { id } = await findPaper(page.request)
  await takePaper(page, id)
  await answerByKey(page, 1)
  await expect(saveLine(page)).toContainText(/已保存 \d\d:\d\d:\d\d/)
  await expect(saveLine(page)).toContainText('这个浏览器不留存网页数据')
  await handIn(page)
  expect(await answeredOf(page.request, id)).toEqual([1])
})
