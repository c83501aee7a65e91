import { readFileSync } from 'node:fs'
import { expect, type Page, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite } from '../support/buying-steps.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

interface Lesson {
  id: number
  name: string
  isFreeStudy: boolean
}

/** The free lessons of a recorded course. */
async function findFilms({ request }: Page): Promise<[Lesson, Lesson]> {
  const periods = await callSite<Lesson[]>(request, '/api/course/period?courseId=1')
  const [first, second] = periods.filter(({ isFreeStudy }) => isFreeStudy)
  if (!first || !second) throw new Error('The course has no free lessons.')
  return [first, second]
}

const secondOf = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Opens a film, lets it play and stops it at a second. */
async function openFilmAt(page: Page, { id }: Lesson, second: number): Promise<void> {
  await openPage(page, `/course/video/play/${id}?t=${second}`)
  await expect.poll(() => secondOf(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(second)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
}

const field = (page: Page) => page.getByRole('textbox', { name: /的笔记$/ })
const notes = (page: Page) => page.getByRole('list', { name: '这节课的笔记' }).getByRole('listitem')

/** Begins a note by its key, as somebody does who watches. */
async function pressN(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('n')
  await expect(field(page)).toBeFocused()
}

test('a film’s note leads back to its second', async ({ page }) => {
  await signUp(page.context())
  const [lesson, other] = await findFilms(page)
  await openFilmAt(page, lesson, 20)

  await test.step('the help lists the key N', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('?')
    await expect(page.getByRole('region', { name: '快捷键' })).toContainText('记笔记')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: '快捷键' })).toHaveCount(0)
  })

  await test.step('the key N opens it where the film is, and letters stay letters', async () => {
    await pressN(page)
    await expect(field(page)).toHaveAccessibleName('在 00:20 的笔记')
    await page.keyboard.type('Never mind <b>N</b>')
    await expect(field(page)).toHaveValue('Never mind <b>N</b>')
  })

  await test.step('what can’t be saved stays, over a reload too', async () => {
    await page.route('**/api/user/note/add', (route) => route.abort(), { times: 1 })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('没有保存上，文字还在这里，请再试一次')).toBeVisible()
    await expect(field(page)).toHaveValue('Never mind <b>N</b>')
    await page.reload()
    await page.getByRole('tab', { name: '笔记' }).click()
    await expect(field(page)).toHaveValue('Never mind <b>N</b>')
    await expect(field(page)).toHaveAccessibleName('在 00:20 的笔记')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(notes(page)).toHaveText(/00:20.*Never mind <b>N<\/b>/s)
    await expect(page.getByRole('button', { name: '记笔记（按 N）' })).toBeFocused()
  })

  await test.step('a press takes the player there', async () => {
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 40
    })
    await page.getByRole('button', { name: '跳到 00:20' }).click()
    await expect.poll(() => secondOf(page)).toBeLessThan(30)
    expect(await breachesInBothColours(page, { place: '[role=tabpanel]:not([hidden])' })).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await openFilmAt(page, other, 5)
  await pressN(page)
  await page.keyboard.type('第二讲\n第二行')
  await page.keyboard.press('Control+Enter')
  await expect(notes(page)).toHaveCount(1)
  // keys are the film's again
  await page.keyboard.press(' ')
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)

  await test.step('all of them are listed, found and lead to their second', async () => {
    await page.getByRole('link', { name: '全部笔记' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '我的笔记' })).toBeVisible()
    const rows = page.getByRole('list', { name: '笔记', exact: true }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await page.getByRole('searchbox', { name: '笔记里的字' }).fill('never')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(/q=never/)
    expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overhang(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: '去看 00:20' }).click()
    await expect(page).toHaveURL(new RegExp(`/course/video/play/${lesson.id}\\?t=20`))
    await expect.poll(() => secondOf(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(20)
  })
})

test('notes are changed in place, taken along and deleted', async ({ page }) => {
  await signUp(page.context())
  const [lesson] = await findFilms(page)
  for (const [second, text] of [
    [3, '第一条\n两行'],
    [9, '# 不是标题 "引号"'],
  ] as const)
    await callSite(page.request, '/api/user/note/add', {
      periodId: lesson.id,
      second,
      text,
      clientKey: `browser-note-${second}`,
    })
  await openPage(page, '/user/course?tab=note')
  const rows = page.getByRole('list', { name: '笔记', exact: true }).getByRole('listitem')
  await expect(rows).toHaveCount(2)

  await test.step('Markdown and Anki text hold what was written', async () => {
    const save = async (name: string): Promise<string> => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return readFileSync(await (await download).path(), 'utf8')
    }
    const anki = await save('导出 Anki')
    expect(anki).toContain('#separator:tab\n#html:false\n')
    expect(anki).toContain('"第一条\n两行"')
    expect(anki).toContain('"# 不是标题 ""引号"""')
    const markdown = await save('导出 Markdown')
    expect(markdown).toContain('第一条\\\n两行')
    expect(markdown).toContain('\\# 不是标题 \\"引号\\"')
    expect(markdown).toContain(`/course/video/play/${lesson.id}?t=3>`)
  })

  await test.step('a change that was overtaken shows what is there, and is kept', async () => {
    const row = rows.filter({ hasText: '第一条' })
    await row.getByRole('button', { name: '编辑' }).click()
    await page.keyboard.type('，改过')
    const { records } = await callSite<{ records: { id: number; second: number }[] }>(
      page.request,
      '/api/user/note/list',
    )
    const id = records.find(({ second }) => second === 3)?.id
    await callSite(page.request, '/api/user/note/edit', { id, version: 1, text: '别处改的' })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('这条笔记刚在别处改过，看过新的内容再保存一次')).toBeVisible()
    await expect(rows.filter({ hasText: '别处改的' })).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: '修改笔记' })).toHaveValue('第一条\n两行，改过')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(rows.filter({ hasText: '两行，改过' })).toHaveCount(1)
    await expect(page.getByRole('textbox', { name: '修改笔记' })).toHaveCount(0)
  })

  await test.step('deleting asks once, and says when nothing is left', async () => {
    for (const left of [1, 0]) {
      await rows.first().getByRole('button', { name: '删除' }).click()
      await expect(rows.first().getByRole('button', { name: '删除' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(rows).toHaveCount(left)
    }
    await expect(page.getByText('还没有笔记')).toBeVisible()
    expect(await breachesInBothColours(page, { place: 'main' })).toEqual([])
  })
})
