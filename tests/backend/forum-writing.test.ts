import { describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { PostStatus, ReviewMode } from '#shared/contract/enums.ts'
import { buildVirtualLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildWriter, buildThread, openPlate, sendPicture, watchedPlate } from '../support/forum-steps.ts'

const backend = backendOfFile()
const calls = callsOfFile(backend, 40)

const detail = (id: number) => backend.api.call('GET /api/post/detail', { id })
const plateOf = (id: number) => backend.api.call('GET /api/post/category-detail', { id })
const day = 86_400_000

describe('a post', () => {
  test('is published at once where nobody looks first', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const sent = await writer.post(plateId, { title: '  窗台\n画了四遍 ', content: '<p>光不对</p><script>x</script>' })
    expect(sent.submissionCode).toBe(2)
    expect(await detail(sent.id)).toMatchObject({
      title: '窗台 画了四遍',
      content: '<p>光不对</p>',
      createTime: testNow,
    })
    expect(await plateOf(plateId)).toMatchObject({ postCount: 1, todayCount: 1 })
  })

  test('waits where somebody looks first, and leaves no trace', async () => {
    const plateId = await watchedPlate(backend)
    const writer = await buildWriter(backend)
    const { id, submissionCode } = await writer.post(plateId)
    expect(submissionCode).toBe(1)
    await expect(detail(id)).rejects.toMatchObject({ code: Code.NotFound })
    expect(await plateOf(plateId)).toMatchObject({ postCount: 0, todayCount: 0 })
    expect(await writer.api.call('GET /api/post/own-text', { id })).toMatchObject({
      status: PostStatus.pending,
      dueTime: testNow + day,
    })
    expect(await writer.api.call('GET /api/post/detail', { id })).toMatchObject({ status: PostStatus.pending })
    const own = await writer.api.call('GET /api/post/user-post-list', {})
    expect(own.records).toMatchObject([{ id, status: PostStatus.pending }])
  })

  test('that is sent again by its token is the same', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const first = await writer.post(plateId, { clientToken: 'token-of-a-post' })
    expect(await writer.post(plateId, { clientToken: 'token-of-a-post', title: '别的' })).toEqual(first)
    expect((await plateOf(plateId)).postCount).toBe(1)
  })

  test('sent two hundred times at once is one', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const api = calls.as(writer.cookie)
    const same = { title: '风暴', content: '<p>同一篇</p>', categoryId: plateId }
    const sent = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        api.call('POST /api/post/add', { ...same, ...(index % 2 ? { clientToken: 'storm-token' } : {}) }),
      ),
    )
    const ids = new Set(sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])))
    expect(ids.size).toBe(1)
    expect(await plateOf(plateId)).toMatchObject({ postCount: 1, todayCount: 1 })
  })

  test('with the same text again is refused', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const text = { title: '卖画笔', content: '<p>九成新</p>' }
    await writer.post(plateId, text)
    await expect(writer.post(plateId, { title: '卖 画笔', content: '<p>九成新 </p>' })).rejects.toMatchObject({
      code: Code.Toast,
      message: '同样的内容你已经发过了',
    })
  })

  test('needs a real phone and no ban', async () => {
    const plateId = await openPlate(backend)
    const { cookie } = await buildVirtualLearner(backend)
    const post = { title: '你好', content: '<p>你好</p>', categoryId: plateId }
    await expect(backend.as(cookie).call('POST /api/post/add', post)).rejects.toMatchObject({
      message: '绑定手机号以后才能在社区发言',
    })
    const writer = await buildWriter(backend)
    await backend.db
      .insertInto('forumBans')
      .values({ userId: writer.userId, reason: '广告', begunAt: new Date(testNow), untilAt: new Date(testNow + day) })
      .execute()
    await expect(writer.post(plateId)).rejects.toMatchObject({ code: Code.Toast })
    const { postId } = await buildThread(backend)
    await expect(writer.reply(postId, '好看')).rejects.toMatchObject({ code: Code.Toast })
    expect(await writer.api.call('GET /api/post/banned-status', {})).toBe(true)
    const other = await buildWriter(backend)
    expect(await other.api.call('GET /api/post/banned-status', { userId: writer.userId })).toBe(false)
    backend.clock.set(testNow + day)
    expect((await writer.post(plateId)).submissionCode).toBe(2)
  })

  test('shows pictures of its author, links to those of elsewhere', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const own = await sendPicture(backend, writer)
    const others = await sendPicture(backend, await buildWriter(backend))
    const { id } = await writer.post(plateId, {
      content: `<p>看</p><img src="${own}" alt="窗台"><img src="${others}" alt="别人的"><img src="https://example.com/a.png"><img src="data:image/png;base64,AA">`,
    })
    const { content } = await detail(id)
    expect(content.match(/<img/g)).toHaveLength(1)
    expect(content).toContain(`<img src="${own}" alt="窗台"`)
    expect(content).toContain(`<a href="${others}" rel="nofollow ugc noopener" target="_blank">别人的</a>`)
    expect(content).toContain('>图片</a>')
    expect(content).not.toContain('data:')
  })

  test('takes nine pictures, behind the text where they stand alone', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const images = await Promise.all(Array.from({ length: 9 }, () => sendPicture(backend, writer)))
    const { id } = await writer.post(plateId, { content: '', images })
    expect((await detail(id)).content.match(/<img/g)).toHaveLength(9)
    const tenth = await sendPicture(backend, writer)
    await expect(writer.post(plateId, { content: `<img src="${tenth}">`, images })).rejects.toMatchObject({
      message: '一篇帖子最多放 9 张图片',
    })
    await expect(writer.post(plateId, { images: ['/storage/files/nothing.png'] })).rejects.toMatchObject({
      message: '有图片没有上传成功，请重新上传',
    })
  })

  test.each([
    ['no title', { title: ' \u200b ' }, '给帖子起个标题'],
    ['a long title', { title: '😀'.repeat(61) }, '标题最多 60 个字'],
    ['no text', { content: '<p>\u200b\u2060</p>' }, '写点内容再发'],
    ['a long text', { content: `<p>${'字'.repeat(20_001)}</p>` }, '正文最多 20,000 个字'],
  ])('with %s is told so', async (_name, values, message) => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    await expect(writer.post(plateId, values)).rejects.toMatchObject({ code: Code.Toast, message })
  })

  test('of sixty faces is a title', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend), { title: '😀'.repeat(60) })
    expect((await detail(id)).title).toHaveLength(120)
  })

  test('of a closed plate is refused', async () => {
    const plateId = await openPlate(backend)
    await backend.db.updateTable('forumPlates').set({ enabled: false }).where('forumPlates.id', '=', plateId).execute()
    const writer = await buildWriter(backend)
    await expect(writer.post(plateId)).rejects.toMatchObject({ message: '这个版块不收新帖子了，请换一个版块' })
  })

  test('may follow another after a minute', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    await writer.post(plateId)
    const again = { title: '第二篇', content: '<p>第二篇</p>', categoryId: plateId }
    await expect(writer.api.call('POST /api/post/add', again)).rejects.toMatchObject({ status: 429 })
    await backend.context.limits.clear('forumPost', String(writer.userId))
    expect((await writer.api.call('POST /api/post/add', again)).submissionCode).toBe(2)
  })

  test('is the third of a newcomer’s day at most', async () => {
    const plateId = await watchedPlate(backend)
    const writer = await buildWriter(backend)
    for (const title of ['一', '二', '三']) {
      await backend.context.limits.clear('forumPost', String(writer.userId))
      await writer.api.call('POST /api/post/add', { title, content: `<p>${title}</p>`, categoryId: plateId })
    }
    await backend.context.limits.clear('forumPost', String(writer.userId))
    await expect(
      writer.api.call('POST /api/post/add', { title: '四', content: '<p>四</p>', categoryId: plateId }),
    ).rejects.toMatchObject({ status: 429 })
  })
})

describe('an edit', () => {
  test('waits while the old text stays public', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.post(plateId, { title: '旧标题', content: '<p>旧</p>' })
    await backend.db
      .updateTable('forumPlates')
      .set({ reviewMode: ReviewMode.all })
      .where('forumPlates.id', '=', plateId)
      .execute()
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    expect((await writer.edit({ id, title: '新标题', content: '<p>新</p>', version })).submissionCode).toBe(1)
    expect(await detail(id)).toMatchObject({ title: '旧标题', content: '<p>旧</p>' })
    const own = await writer.api.call('GET /api/post/own-text', { id })
    expect(own).toMatchObject({ title: '新标题', revision: { status: PostStatus.pending } })
    await expect(writer.edit({ id, title: '更新', version })).rejects.toMatchObject({ code: Code.Toast })
    await writer.edit({ id, title: '再改', version: own.version })
    const waiting = await backend.db
      .selectFrom('forumPostRevisions')
      .select('forumPostRevisions.title')
      .where('forumPostRevisions.postId', '=', id)
      .execute()
    expect(waiting).toEqual([{ title: '再改' }])
  })

  test('is public at once where nobody looks first', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend))
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    expect((await writer.edit({ id, title: '改好了', version })).submissionCode).toBe(2)
    expect(await detail(id)).toMatchObject({ title: '改好了', updateTime: testNow })
  })

  test('isn’t outdated by a pin', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend))
    const { version } = await writer.api.call('GET /api/post/own-text', { id })
    await backend.db
      .updateTable('forumPosts')
      .set((eb) => ({ isTop: true, version: eb('version', '+', 1) }))
      .where('forumPosts.id', '=', id)
      .execute()
    expect((await writer.edit({ id, title: '置顶以后改的', version })).submissionCode).toBe(2)
  })

  test('of somebody else’s post finds none', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend))
    const other = await buildWriter(backend)
    await expect(other.edit({ id, title: '抢', version: 1 })).rejects.toMatchObject({ code: Code.NotFound })
    await expect(other.api.call('GET /api/post/own-text', { id })).rejects.toMatchObject({ code: Code.NotFound })
    await expect(other.api.call('GET /api/post/delete', { id })).rejects.toMatchObject({ code: Code.NotFound })
  })
})

describe('a deleted post', () => {
  test('is gone everywhere, and back within seven days', async () => {
    const plateId = await openPlate(backend)
    const writer = await buildWriter(backend)
    const { id } = await writer.post(plateId)
    expect(await writer.api.call('GET /api/post/delete', { id })).toBe(true)
    expect(await writer.api.call('GET /api/post/delete', { id })).toBe(true)
    await expect(detail(id)).rejects.toMatchObject({ code: Code.Gone })
    expect(await plateOf(plateId)).toMatchObject({ postCount: 0, todayCount: 0 })
    expect((await backend.api.call('GET /api/post/list', { categoryId: plateId })).records).toEqual([])
    backend.clock.set(testNow + 7 * day - 1)
    expect(await writer.api.call('GET /api/post/deleted-list', {})).toMatchObject([
      { id, untilTime: testNow + 7 * day },
    ])
    await writer.api.call('POST /api/post/restore', { id })
    expect(await detail(id)).toMatchObject({ id, createTime: testNow })
    expect(await plateOf(plateId)).toMatchObject({ postCount: 1 })
  })

  test('stays gone after seven days', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await openPlate(backend))
    await writer.api.call('GET /api/post/delete', { id })
    backend.clock.set(testNow + 7 * day)
    expect(await writer.api.call('GET /api/post/deleted-list', {})).toEqual([])
    await expect(writer.api.call('POST /api/post/restore', { id })).rejects.toMatchObject({ code: Code.Gone })
  })
})
