import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { picture } from '../support/forum-browser.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

/** Somebody new, in a browser of their own. */
async function openLearner(browser: Browser): Promise<{ context: BrowserContext; nickname: string }> {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(context)
  const { nickname } = await callSite<{ nickname: string }>(context.request, '/api/user/info')
  return { context, nickname }
}

/** A seeded post that nobody else's test is about. */
async function findPost(context: BrowserContext, page: number): Promise<number> {
  const { records } = await callSite<{ records: { id: number }[] }>(
    context.request,
    `/api/post/list?sort=new&pageSize=1&pageNum=${page}`,
  )
  return records[0]?.id ?? 0
}

const replies = (page: Page) => page.getByRole('region', { name: '回复' })
const box = (page: Page) => page.getByRole('textbox', { name: '回复', exact: true })
const send = (page: Page) =>
  page.getByRole('form', { name: '写回复' }).getByRole('button', { name: '回复', exact: true }).click()
/** The comment that says this. */
const comment = (page: Page, words: string) =>
  replies(page)
    .locator('[id^="floor-"]')
    .filter({ has: page.getByText(words, { exact: true }) })

for (const width of [1440, 390])
  test(`people answer, cite and call each other at ${width}`, async ({ browser }) => {
    test.setTimeout(120_000)
    const [first, second, third] = [await openLearner(browser), await openLearner(browser), await openLearner(browser)]
    const id = await findPost(first.context, width === 390 ? 31 : 32)
    const open = async ({ context }: { context: BrowserContext }): Promise<Page> => {
      const page = await context.newPage()
      await page.setViewportSize({ width, height: 900 })
      await openPage(page, `/bbs/detail/${id}`)
      return page
    }
    const one = await open(first)
    await one.getByRole('button', { name: '写一句回复' }).click()
    await box(one).fill('先画一条中轴')
    await one.locator('input[type=file]').setInputFiles(await picture('中轴.png'))
    await one.getByRole('textbox', { name: '图片说明' }).fill('中轴')
    await send(one)
    await expect(comment(one, '先画一条中轴').getByRole('img', { name: '中轴' })).toBeVisible()

    const two = await open(second)
    await comment(two, '先画一条中轴').getByRole('button', { name: '回复', exact: true }).click()
    await box(two).fill('翻转看就知道歪在哪')
    await send(two)
    await expect(comment(two, '翻转看就知道歪在哪')).toBeVisible()

    const three = await open(third)
    await comment(three, '翻转看就知道歪在哪').getByRole('button', { name: '引用' }).click()
    await box(three).fill('试了真有用 ')
    await three.getByRole('button', { name: '@ 人' }).click()
    await three.getByRole('button', { name: `@${first.nickname}` }).click()
    await expect(box(three)).toHaveValue(`试了真有用 @${first.nickname} `)
    expect(await overhang(three)).toBe(0)
    await send(three)
    const last = comment(three, `试了真有用 @${first.nickname}`)
    await expect(last.getByRole('blockquote')).toContainText('翻转看就知道歪在哪')
    await expect(last.getByText(`回复 ${second.nickname}`)).toBeVisible()

    await openPage(one, '/bbs/user?tab=news')
    await expect(one.getByText('在这里 @ 了你')).toBeVisible()
    await expect(one.getByText('回复了你')).toHaveCount(1)
    await openPage(two, '/bbs/user?tab=news')
    await expect(two.getByText('回复了你')).toHaveCount(1)

    await openPage(three, `/bbs/detail/${id}`)
    await last.getByRole('button', { name: '删除' }).click()
    await expect(three.getByText('删除成功')).toBeVisible()
    await openPage(two, `/bbs/detail/${id}`)
    await expect(two.getByText('该评论已删除').first()).toBeVisible()
    await expect(two.getByText('试了真有用')).toHaveCount(0)
    for (const { context } of [first, second, third]) await context.close()
  })

test('marks made in two tabs agree', async ({ browser }) => {
  const { context } = await openLearner(browser)
  const id = await findPost(context, 33)
  const [one, two] = [await context.newPage(), await context.newPage()]
  for (const page of [one, two]) await openPage(page, `/bbs/detail/${id}`)
  const useful = (page: Page) => page.getByRole('article').getByRole('button', { name: /^有用/ })
  const collect = (page: Page) => page.getByRole('article').getByRole('button', { name: /^收藏/ })
  const before = Number(/\d+/.exec(await useful(one).innerText())?.[0] ?? 0)
  // the second tab doesn't know what the first one did, and wants the same
  for (const page of [one, two]) {
    await useful(page).click()
    await collect(page).click()
    await expect(useful(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(collect(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(useful(page)).toHaveText(`有用 ${before + 1}`)
  }
  await useful(one).click()
  await expect(useful(one)).toHaveAttribute('aria-pressed', 'false')
  await useful(two).click()
  await expect(useful(two)).toHaveAttribute('aria-pressed', 'false')
  await openPage(one, '/bbs/user?tab=collection')
  await expect(one.locator(`a[href="/bbs/detail/${id}"]`)).toBeVisible()
  await context.close()
})
