import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import { DecisionAct } from '#shared/contract/enums.ts'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import {
  editor,
  type OwnForum,
  picture,
  saved,
  startOwnForum,
  titleField,
  toldWithin,
} from '../support/forum-browser.ts'
import { openPage } from '../support/login-steps.ts'

// On a site of its own: reviewers decide there, and nobody else is logged in as them.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let own: OwnForum
let author: BrowserContext
let visitor: BrowserContext
let plates: { id: number; name: string }[]
let postId: number
const title = '窗台画了四遍，光还是不对'

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  own = await startOwnForum(browser)
  author = await own.newcomer()
  visitor = await own.visitor()
  plates = await own.call(author, '/api/post/category-list')
})
test.afterAll(() => own?.site.stop())

const idIn = (page: Page): number => Number(/\/bbs\/detail\/(\d+)/.exec(page.url())?.[1])
const statusOf = async (id: number): Promise<number> => (await visitor.request.get(`/bbs/detail/${id}`)).status()

/** Presses a button that keys have been brought to. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.focus()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

async function choosePictures(page: Page, names: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, '图片')])
  await chooser.setFiles(await Promise.all(names.map(picture)))
  await expect(page.getByRole('textbox', { name: '图片说明' })).toHaveCount(names.length)
}

test('a post with pictures is written by keyboard alone', async () => {
  const page = await author.newPage()
  await openPage(page, `/bbs/write?plate=${plates[0]?.id}`)
  await titleField(page).focus()
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  // what was typed goes along into the other plate, and the keys stay where they were
  await expect(page).toHaveURL(`/bbs/write?plate=${plates[1]?.id}`)
  await expect(page.getByLabel('版块')).toBeFocused()
  await expect(titleField(page)).toHaveValue(title)

  await editor(page).focus()
  await page.keyboard.type('前三遍我都')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('先画了窗框')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('。')
  await page.keyboard.press('Enter')
  await press(page, '引用')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.type('老师说先分亮暗')
  await choosePictures(page, ['第一遍.png', '第二遍.png'])
  for (const [at, words] of ['第一遍', '第二遍'].entries()) {
    await page.getByRole('textbox', { name: '图片说明' }).nth(at).focus()
    await page.keyboard.type(words)
  }
  await press(page, '第二遍 往前移')
  await expect(saved(page)).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await editor(page).focus()
  await page.keyboard.press('Control+Enter')

  await expect(page).toHaveURL(/\/bbs\/detail\/\d+$/)
  await expect(page.getByText('这篇帖子正在等待审核，24 小时内有答复；现在只有你和老师看得到。')).toBeVisible()
  const text = page.getByRole('article')
  await expect(text.getByText('先画了窗框')).toHaveCSS('font-weight', '700')
  await expect(text.locator('blockquote')).toHaveText('老师说先分亮暗')
  await expect(text.locator('.prose img')).toHaveCount(2)
  await expect(text.locator('.prose img').first()).toHaveAttribute('alt', '第二遍')
  postId = idIn(page)
  expect(await statusOf(postId)).toBe(404)
  expect(await own.call(author, '/api/post/draft-list')).toEqual([])
  await page.close()
})

test('refused, it is a draft beside the reason, then published', async () => {
  await own.decide(title, DecisionAct.refuse)
  const page = await author.newPage()
  await openPage(page, '/bbs/user?tab=draft')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByText('上次没有通过：请去掉广告和联系方式。')).toBeVisible()
  await expect(titleField(page)).toHaveValue(title)
  await expect(editor(page).locator('img[src]')).toHaveCount(2)
  // a plate that nobody has seen it in can still be changed
  await page.getByLabel('版块').selectOption({ label: plates[0]?.name ?? '' })
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('广告去掉了')
  await page.getByRole('button', { name: '改好了' }).click()
  await expect(page.getByText('这篇帖子正在等待审核')).toBeVisible()
  expect(await statusOf(postId)).toBe(404)

  await own.decide(title, DecisionAct.approve)
  await expect.poll(() => statusOf(postId)).toBe(200)
  const reader = await visitor.newPage()
  await openPage(reader, `/bbs/detail/${postId}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(reader.getByText('广告去掉了')).toBeVisible()
  await expect(reader.getByRole('link', { name: plates[0]?.name ?? '', exact: true }).first()).toBeVisible()
  await openPage(page, '/bbs/user?tab=news&kind=review')
  await expect(page.getByText('帖子没有通过')).toBeVisible()
  await expect(page.getByText('帖子通过了')).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await reader.close()
  await page.close()
})

test('an edit leaves the old text public until approved', async () => {
  const page = await author.newPage()
  await openPage(page, `/bbs/detail/${postId}`)
  await page.getByRole('link', { name: '修改', exact: true }).click()
  await expect(page.getByText('（发布后不能换版块）')).toBeVisible()
  await expect(page.getByLabel('版块')).toBeHidden()
  await titleField(page).fill('窗台画了五遍')
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText('参考在 https://example.com/light')
  await page.getByRole('button', { name: '改好了' }).click()
  await expect(page).toHaveURL(`/bbs/detail/${postId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await openPage(page, `/bbs/write?post=${postId}`)
  await expect(page.getByText('上次交的还在等审核；现在再交，会换掉它。')).toBeVisible()
  const reader = await visitor.newPage()
  await openPage(reader, `/bbs/detail/${postId}`)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title)
  await own.decide('窗台画了五遍', DecisionAct.approve)
  await expect(async () => {
    await openPage(reader, `/bbs/detail/${postId}`)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('窗台画了五遍', { timeout: 1000 })
  }).toPass()
  await reader.close()
  await page.close()
})

test('deleted, it is gone to all, and brought back', async () => {
  const reader = await own.newcomer()
  const shelf = await reader.newPage()
  await openPage(shelf, `/bbs/detail/${postId}`)
  await shelf.getByRole('button', { name: '收藏' }).click()
  await expect(shelf.getByRole('button', { name: '收藏 1' })).toHaveAttribute('aria-pressed', 'true')
  const page = await author.newPage()
  await openPage(page, `/bbs/detail/${postId}`)
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page).toHaveURL('/bbs/user')
  expect(await statusOf(postId)).toBe(410)

  await openPage(shelf, '/bbs/user?tab=collection')
  await expect(shelf.getByText('这篇帖子已经不在了')).toBeVisible()
  expect(await breachesInBothColours(shelf)).toEqual([])
  await expect(shelf.getByRole('main').getByRole('link', { name: '窗台画了五遍' })).toHaveCount(0)

  const deleted = page.getByRole('region', { name: '最近删除' })
  await expect(deleted.getByText('窗台画了五遍')).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await deleted.getByRole('button', { name: '找回' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('窗台画了五遍')
  expect(await statusOf(postId)).toBe(200)
  await openPage(shelf, '/bbs/user?tab=collection')
  await expect(shelf.getByRole('main').getByRole('link', { name: '窗台画了五遍' })).toBeVisible()
  await reader.close()
  await page.close()
})

test('who is banned sees why, until when, and appeals', async () => {
  const banned = await own.newcomer()
  const { id: userId } = await own.call<{ id: number }>(banned, '/api/user/info')
  const page = await banned.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, `/bbs/write?plate=${plates[0]?.id}`)
  await titleField(page).fill('还没写完')
  await expect(saved(page)).toBeVisible()
  const why = { clause: 'ads', reason: '三天里发了十一条广告。' }
  await own.call(own.office, '/api/staff/forum/ban', { userId, banDays: 7, ...why })

  // it is told when something is sent, and the text stays
  await editor(page).fill('买画笔找我')
  await page.getByRole('button', { name: '发出去' }).click()
  const notice = page.getByRole('region', { name: '禁言' })
  await expect(notice.getByText(why.reason)).toBeVisible()
  await expect(notice.getByText('二之六　广告、刷帖、诱导添加联系方式')).toBeVisible()
  await expect(notice.getByText(/^到 \d+ 月 \d+ 日 \d\d:\d\d 为止，到时自动恢复/)).toBeVisible()
  await expect(editor(page)).toHaveCount(0)
  expect(await breachesInBothColours(page)).toEqual([])
  expect(await overhang(page)).toBe(0)

  await openPage(page, `/bbs/detail/${postId}`)
  await page.getByRole('button', { name: '写一句回复' }).click()
  await expect(notice.getByText(why.reason)).toBeVisible()
  await expect(page.getByRole('textbox', { name: '回复', exact: true })).toHaveCount(0)
  await expect(async () => {
    await openPage(page, '/bbs/write')
    await expect(notice.getByRole('button', { name: '申诉' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: toldWithin, intervals: [5000] })
  await notice.getByRole('button', { name: '申诉' }).click()
  await page.getByRole('textbox', { name: '为什么不同意' }).fill('那十一条是被盗号发的')
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect(notice.getByText('申诉收到了，由另一位工作人员复核。')).toBeVisible()

  const bans = await own.call<{ records: { id: number }[] }>(
    own.office,
    `/api/staff/forum/ban/list?userId=${userId}&active=true`,
  )
  await own.call(own.office, '/api/staff/forum/ban/lift', { id: bans.records[0]?.id, reason: '确实是盗号' })
  await openPage(page, `/bbs/write?plate=${plates[0]?.id}`)
  await expect(titleField(page)).toHaveValue('还没写完')
  await expect(editor(page)).toHaveText('买画笔找我')
  await banned.close()
})
