import { type BrowserContext, expect, type Page, test } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { DecisionAct, ForumTarget, ReviewMode } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { seededAccounts } from '../support/care-steps.ts'
import { saved } from '../support/forum-browser.ts'
import { openPage } from '../support/login-steps.ts'
import { type OwnForum, startOwnForum, toldDecisions } from '../support/own-forum.ts'
import { makePicture } from '../support/upload-samples.ts'

test.describe.configure({ mode: 'serial' })

const hourMs = 3_600_000
const learnerPhone = '13800000001'
const reason = '请去掉广告和联系方式。'
const why = { clause: 'ads', reason }

let forum: OwnForum
let author: BrowserContext
let reporter: BrowserContext
let office: BrowserContext
let head: BrowserContext
let post: { id: number; title: string }

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  forum = await startOwnForum(browser)
  author = await forum.seat(learnerPhone)
  reporter = await forum.seat(seededAccounts.follow)
  office = await forum.seat(seededAccounts.education)
  head = await forum.seat(seededAccounts.admin)
})
test.afterAll(async () => {
  for (const context of [author, reporter, office, head]) await context?.close()
  await forum?.stop()
})

const main = (page: Page) => page.getByRole('main')
const record = (page: Page, headline: string) => main(page).getByRole('article').filter({ hasText: headline })

/** A page of somebody's, seen wide and narrow, in both colours. */
async function look(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await breachesInBothColours(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overhang(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function readPost() {
  const detail = await forum.call<CallOutput<'GET /api/post/detail'>>(reporter, `/api/post/detail?id=${post.id}`)
  const list = `/api/post/comment/comment-list?postId=${post.id}`
  const { records } = await forum.call<CallOutput<'GET /api/post/comment/comment-list'>>(reporter, list)
  const plates = await forum.call<{ id: number; postCount: number }[]>(reporter, '/api/post/category-list')
  return {
    title: detail.title,
    content: detail.content,
    commentCount: detail.commentCount,
    likeCount: detail.likeCount,
    floors: records.map(({ floor, content }) => [floor, content]),
    plate: plates.find(({ id }) => id === detail.category.id)?.postCount,
  }
}

async function answerAppeal(decisionId: number, isWon: boolean, answer: string): Promise<void> {
  const { records } = await forum.call<CallOutput<'GET /api/staff/forum/appeal/list'>>(
    head,
    '/api/staff/forum/appeal/list',
  )
  const id = records.find(({ decision }) => decision.id === decisionId)?.id
  await forum.call(head, '/api/staff/forum/appeal/decide', { id, isWon, answer })
}

/** A post with two replies and a like, in a plate that shows at once. */
async function writePost(): Promise<{ replyId: number }> {
  const plates = await forum.call<{ id: number }[]>(author, '/api/post/category-list')
  const categoryId = plates[0]?.id ?? 0
  await forum.call(head, '/api/staff/forum/plate/set', { id: categoryId, reviewMode: ReviewMode.none })
  const title = '窗台上的光'
  const content = '<p>画了四遍，光还是不对。</p>'
  const { id: postId } = await forum.call<{ id: number }>(author, '/api/post/add', { title, content, categoryId })
  post = { id: postId, title }
  await forum.call(reporter, '/api/post/comment/add-comment', { postId, content: '先看亮面。' })
  const reply = { postId, content: '加我的号，发你原图。' }
  const { id: replyId } = await forum.call<{ id: number }>(author, '/api/post/comment/add-comment', reply)
  await forum.call(reporter, '/api/post/like', { id: postId, wanted: true })
  return { replyId }
}

/** Reports the post in the page's dialog, with words and a picture. */
async function reportPost(page: Page): Promise<void> {
  await openPage(page, `/bbs/detail/${post.id}`)
  await main(page).getByRole('button', { name: '举报这篇帖子' }).click()
  const dialog = page.getByRole('dialog', { name: '举报' })
  await dialog.getByRole('button', { name: '提交举报' }).click()
  await expect(dialog.getByText('请选一个理由')).toBeVisible()
  await dialog.getByLabel('理由').selectOption({ label: '广告、刷帖、诱导添加联系方式' })
  await dialog.getByLabel('说明（可以不填）').fill('一直让人加号')
  const buffer = await makePicture().png().toBuffer()
  await dialog.locator('input[type=file]').setInputFiles({ name: '证据.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByText('已传好')).toBeVisible()
  expect(await breachesInBothColours(page)).toEqual([])
  await dialog.getByRole('button', { name: '提交举报' }).click()
  await expect(page.getByText(/^收到了，.* 前告诉你结果$/)).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** The office looks at the report, and takes post and reply down. */
async function removeBoth(replyId: number): Promise<void> {
  const queue = await forum.call<CallOutput<'GET /api/staff/forum/queue'>>(office, '/api/staff/forum/queue?kind=2')
  const id = queue.records.find(({ targetId }) => targetId === post.id)?.id
  const seen = await forum.call<CallOutput<'GET /api/staff/forum/case'>>(office, `/api/staff/forum/case?id=${id}`)
  expect(seen.reported).toMatchObject([{ words: '一直让人加号' }])
  expect(seen.reported[0]?.pictures).toHaveLength(1)
  await forum.call(office, '/api/staff/forum/remove', { target: ForumTarget.comment, id: replyId, ...why })
  const decision = { id, textKey: seen.textKey, act: DecisionAct.remove, ...why }
  await forum.call(office, '/api/staff/forum/decide', decision)
}

/** Reads what became of the post, and appeals in the page's form. */
async function appealByForm(page: Page): Promise<void> {
  await openPage(page, '/bbs/record')
  const card = record(page, '帖子被移除')
  await expect(card).toContainText('社区公约 二之六')
  await expect(card).toContainText(reason)
  await look(page)
  await card.getByRole('button', { name: '申诉' }).click()
  await card.getByRole('button', { name: '提交申诉' }).click()
  await expect(card.getByText('请写明为什么不同意')).toBeVisible()
  await card.getByLabel('为什么不同意').fill('原图是我自己画的，没有广告')
  await look(page)
  await card.getByRole('button', { name: '提交申诉' }).click()
  await expect(card.getByText('申诉中')).toBeVisible()
  await expect(card.getByText(/由另一位工作人员复核，.*下班前答复/)).toBeVisible()
}

test('a report, a removal, and an appeal that is heard', async () => {
  test.setTimeout(300_000)
  const { replyId } = await writePost()
  const before = await readPost()
  const page = await author.newPage()
  const theirs = await reporter.newPage()

  await test.step('somebody reports it', () => reportPost(theirs))
  await test.step('staff removes it, and a reply', async () => {
    await removeBoth(replyId)
    expect((await theirs.goto(`/bbs/detail/${post.id}`))?.status()).toBe(404)
  })
  const decisions = await toldDecisions(forum, author, 2)
  const ofPost = decisions.find(({ target }) => target === ForumTarget.post)
  const ofReply = decisions.find(({ target }) => target === ForumTarget.comment)
  await test.step('its author reads why, and appeals', async () => {
    await appealByForm(page)
    await forum.call(author, '/api/post/decision/appeal', { id: ofReply?.id, words: '只是想发原图' })
  })

  await test.step('lost, the words are there', async () => {
    await answerAppeal(ofReply?.id ?? 0, false, '社区里不留联系方式。')
    await page.reload()
    await expect(record(page, '回复被移除')).toContainText('申诉没有成立')
    await expect(record(page, '回复被移除')).toContainText('社区里不留联系方式。')
  })

  await test.step('won, everything is as it was', async () => {
    await answerAppeal(ofPost?.id ?? 0, true, '看过原图，没有广告。')
    await page.reload()
    await expect(record(page, '帖子被移除')).toContainText('已撤销')
    await expect(record(page, '帖子被移除')).toContainText('看过原图，没有广告。')
    await openPage(page, `/bbs/detail/${post.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
    // the reply stays away: its floor is there, its words aren't
    const floors = before.floors.map(([floor, content]) => [floor, floor === 2 ? '' : content])
    expect(await readPost()).toEqual({ ...before, commentCount: before.commentCount - 1, floors })
    await page.close()
  })

  await test.step('who reported it is told, then told otherwise', async () => {
    await openPage(theirs, '/bbs/record?tab=report')
    await expect(main(theirs)).toContainText('作者提出申诉，另一位工作人员复核后撤销了之前的处理。')
    await look(theirs)
    const inbox = '/api/notify-message/get-message'
    const { records } = await forum.call<{ records: { title: string }[] }>(reporter, inbox)
    expect(records.slice(0, 2).map((one) => one.title)).toEqual(['你举报的内容有了新的结论', '你的举报有结果了'])
    await theirs.close()
  })
})

test('three days without a voice, and not a minute more', async () => {
  test.setTimeout(300_000)
  const { author: person } = await forum.call<CallOutput<'GET /api/post/detail'>>(
    reporter,
    `/api/post/detail?id=${post.id}`,
  )
  // a page that is open when the ban begins, and when it ends
  const open = await author.newPage()
  await open.clock.install()
  await openPage(open, '/bbs/write')
  await main(open).getByRole('textbox', { name: '标题' }).fill('写到一半')
  await expect(saved(open)).toBeVisible()
  await forum.call(office, '/api/staff/forum/ban', { userId: person.id, banDays: 3, ...why })
  await toldDecisions(forum, author, 3)
  const page = await author.newPage()

  await openPage(page, '/bbs/record')
  const card = record(page, '禁言 3 天')
  await expect(card).toContainText('禁言中')
  await expect(card).toContainText(reason)
  await expect(card).toContainText('看帖和上课不受影响')
  await expect(card.getByRole('button', { name: '申诉' })).toBeVisible()
  await openPage(page, '/bbs/write')
  await expect(main(page)).toContainText(/不能在社区发言|禁言/)
  await expect(main(page).getByRole('textbox', { name: '标题' })).toHaveCount(0)
  await expect(
    forum.call(author, '/api/post/comment/add-comment', { postId: post.id, content: '再说一句' }),
  ).rejects.toThrow('answered 4004')
  await openPage(page, `/bbs/detail/${post.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await openPage(page, '/course')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  forum.setAhead(3 * dayMs - hourMs)
  await open.clock.fastForward(3 * dayMs - hourMs)
  await expect(async () => {
    await openPage(open, '/bbs/write')
    await expect(main(open).getByRole('region', { name: '禁言' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(main(open).getByRole('textbox', { name: '标题' })).toHaveCount(0)

  forum.setAhead(3 * dayMs)
  await expect.poll(() => forum.call<unknown>(author, '/api/post/decision/my-ban'), { timeout: 30_000 }).toBeNull()
  await open.clock.fastForward(hourMs)
  await expect(main(open).getByRole('textbox', { name: '标题' })).toHaveValue('写到一半')
  await open.close()
  await openPage(page, '/bbs/record')
  await expect(record(page, '禁言 3 天')).toContainText('禁言已经结束，可以正常发言')
  await openPage(page, '/bbs/write')
  await expect(main(page).getByRole('textbox', { name: '标题' })).toBeVisible()
  await forum.call(author, '/api/post/comment/add-comment', { postId: post.id, content: '三天以后再说一句' })
  await openPage(page, `/bbs/detail/${post.id}`)
  await expect(main(page)).toContainText('三天以后再说一句')
  await page.close()
})
