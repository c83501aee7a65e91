import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '#shared/contract/codes.ts'
import { ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { otherLastSigns } from '../support/forged-seals.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { why } from '../support/forum-process-steps.ts'

const day = 86_400_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

async function staffApi() {
  const { userId, cookie } = await addSignedIn(backend)
  await backend.database.db.insertInto('userRoles').values({ userId, role: 'headMaster' }).execute()
  return { userId, api: backend.as(cookie) }
}

describe('the seeded forum', () => {
  test('has plates, 1,500 different posts, and people who answer', async () => {
    const plates = await backend.api.call('GET /api/post/category-list', {})
    expect(plates.length).toBeGreaterThanOrEqual(24)
    const posts = await backend.database.db
      .selectFrom('forumPosts')
      .select(['title', 'contentHtml', 'summary', 'commentCount', 'lastFloor'])
      .execute()
    expect(posts.length).toBeGreaterThanOrEqual(1450)
    expect(new Set(posts.map((post) => post.title)).size).toBe(posts.length)
    expect(new Set(posts.map((post) => post.contentHtml)).size).toBe(posts.length)
    const { records: latest, total } = await backend.api.call('GET /api/post/list', { sort: 'new' })
    expect(total).toBe(posts.length)
    expect(plates.reduce((sum, plate) => sum + plate.postCount, 0)).toBe(total)
    expect(latest[0]?.author.headImg).toMatch(/^\/media\/pictures\/avatar\//)
  })

  test('repeats no title, summary or opening on a list’s page', async () => {
    const plates = await backend.api.call('GET /api/post/category-list', {})
    for (const categoryId of [undefined, ...plates.map((plate) => plate.id)]) {
      for (const sort of ['active', 'new', 'hot'] as const) {
        for (const pageNum of [1, 2, 3]) {
          const { records } = await backend.api.call('GET /api/post/list', {
            sort,
            pageNum,
            ...(categoryId === undefined ? {} : { categoryId }),
          })
          const texts = records.map((post) => post.summary)
          expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
        }
      }
    }
  })

  test('counts each plate’s posts and comments by day truly', async () => {
    const { rows } = await backend.database.db
      .selectFrom('forumDayCounts')
      .select(({ fn }) => [fn.sum<string>('posts').as('posts'), fn.sum<string>('comments').as('comments')])
      .execute()
      .then((rows) => ({ rows }))
    const posts = await backend.database.db
      .selectFrom('forumPosts')
      .select(({ fn }) => [fn.countAll<number>().as('posts'), fn.sum<string>('commentCount').as('comments')])
      .executeTakeFirstOrThrow()
    const comments = await backend.database.db
      .selectFrom('forumComments')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .executeTakeFirstOrThrow()
    expect(Number(rows[0]?.posts)).toBe(Number(posts.posts))
    expect(Number(rows[0]?.comments)).toBe(Number(comments.all))
    expect(Number(posts.comments)).toBe(Number(comments.all))
  })

  test('its people can’t log in', async () => {
    const { records } = await backend.api.call('GET /api/post/list', { pageSize: 1 })
    const user = await backend.database.db
      .selectFrom('users')
      .select(['phone', 'passwordHash'])
      .where('users.id', '=', records[0]?.author.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ phone: null, passwordHash: null })
  })
})

describe('lists of posts', () => {
  test('are in the asked order, pinned first in a plate', async () => {
    const plateId = await buildPlate(backend)
    const old = await buildPost(backend, plateId, {
      publishedAt: new Date(testNow - 3 * day),
      activeAt: new Date(testNow),
      commentCount: 2,
    })
    const young = await buildPost(backend, plateId, {
      publishedAt: new Date(testNow - day),
      activeAt: new Date(testNow - day),
      commentCount: 1,
      isEssence: true,
    })
    const pinned = await buildPost(backend, plateId, {
      publishedAt: new Date(testNow - 9 * day),
      activeAt: new Date(testNow - 9 * day),
      isTop: true,
    })
    const ids = async (sort: 'active' | 'new' | 'hot' | 'essence') =>
      (await backend.api.call('GET /api/post/list', { categoryId: plateId, sort })).records.map((post) => post.id)
    expect(await ids('active')).toEqual([pinned, old, young])
    expect(await ids('new')).toEqual([young, old, pinned])
    expect(await ids('hot')).toEqual([old, young, pinned])
    expect(await ids('essence')).toEqual([young])
    expect(
      (await backend.api.call('GET /api/post/essence-post-list', { categoryId: plateId })).map((post) => post.id),
    ).toEqual([young])
  })

  test('leave out waiting, refused and deleted posts, closed plates', async () => {
    const plateId = await buildPlate(backend)
    const shown = await buildPost(backend, plateId)
    await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    await buildPost(backend, plateId, { status: PostStatus.rejected, publishedAt: null })
    await buildPost(backend, plateId, { deletedAt: new Date(testNow) })
    const list = await backend.api.call('GET /api/post/list', { categoryId: plateId })
    expect(list).toMatchObject({ records: [{ id: shown }], total: 1, pages: 1 })
    const closed = await buildPlate(backend, { enabled: false })
    const hidden = await buildPost(backend, closed, { activeAt: new Date(testNow + day) })
    await expect(backend.api.call('GET /api/post/list', { categoryId: closed })).rejects.toMatchObject({
      code: Code.NotFound,
    })
    await expect(backend.api.call('GET /api/post/detail', { id: hidden })).rejects.toMatchObject({
      code: Code.NotFound,
    })
    const { records } = await backend.api.call('GET /api/post/list', {})
    expect(records.map((post) => post.id)).not.toContain(hidden)
  })

  test('end: a page beyond the last is empty', async () => {
    const plateId = await buildPlate(backend)
    await buildPost(backend, plateId)
    expect(await backend.api.call('GET /api/post/list', { categoryId: plateId, pageNum: 500 })).toMatchObject({
      records: [],
      total: 1,
      pages: 1,
    })
  })

  test('a search finds posts by words; signs break nothing', async () => {
    const { records, total } = await backend.api.call('GET /api/post/search', { searchText: '数位板选购' })
    expect(records[0]?.title).toContain('数位板选购')
    expect(total).toBeGreaterThanOrEqual(records.length)
    for (const searchText of ['%', '_', "'; drop table forum_posts; --", '🎨'.repeat(16)]) {
      expect((await backend.api.call('GET /api/post/search', { searchText })).records.length).toBeLessThanOrEqual(20)
    }
  })
})

describe('counters', () => {
  test('of today and yesterday follow the day in Shanghai', async () => {
    const plateId = await buildPlate(backend, { postCount: 7 })
    await backend.database.db
      .insertInto('forumDayCounts')
      .values([
        { plateId, day: '2026-03-11', posts: 2, comments: 1 },
        { plateId, day: '2026-03-10', posts: 3, comments: 0 },
        { plateId, day: '2026-03-09', posts: 9, comments: 0 },
      ])
      .execute()
    expect(await backend.api.call('GET /api/post/summary', { categoryId: plateId })).toEqual({
      todayCount: 2,
      yesterdayCount: 3,
      allCount: 7,
    })
    expect((await backend.api.call('GET /api/post/category-detail', { id: plateId })).todayCount).toBe(2)
    // half past midnight in Shanghai, still the 11th in London
    backend.clock.set(Date.parse('2026-03-11T16:30:00Z'))
    expect(await backend.api.call('GET /api/post/summary', { categoryId: plateId })).toEqual({
      todayCount: 0,
      yesterdayCount: 2,
      allCount: 7,
    })
    backend.clock.set(testNow)
  })

  test('a view counts hourly by address, reading counts nothing', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId)
    const views = async () => (await backend.api.call('GET /api/post/detail', { id })).viewCount
    const one = await addSignedIn(backend)
    await backend.as(one.cookie, '203.0.113.5').call('POST /api/post/view', { id })
    await backend.as(one.cookie, '203.0.113.5').call('POST /api/post/view', { id })
    expect(await views()).toBe(1)
    await backend.as(one.cookie, '203.0.113.6').call('POST /api/post/view', { id })
    expect(await views()).toBe(2)
  })

  test('a learner’s look is remembered once, never one’s own', async () => {
    const plateId = await buildPlate(backend)
    const owner = await addSignedIn(backend)
    const guest = await addSignedIn(backend)
    const id = await buildPost(backend, plateId, { userId: owner.userId })
    await backend.as(guest.cookie).call('POST /api/post/view', { id })
    await backend.as(guest.cookie).call('POST /api/post/view', { userId: owner.userId })
    await backend.as(owner.cookie).call('POST /api/post/view', { id, userId: owner.userId })
    await backend.api.call('POST /api/post/view', { userId: owner.userId })
    for (const input of [{ userId: owner.userId }, { postId: id }]) {
      expect(await backend.api.call('GET /api/post/visit-list', input)).toMatchObject([
        { userId: guest.userId, visitTime: testNow },
      ])
    }
    await guestSeesNothingOf(999_999_999, guest.cookie)
  })

  async function guestSeesNothingOf(userId: number, cookie: string): Promise<void> {
    await backend.as(cookie).call('POST /api/post/view', { userId })
    expect(await backend.api.call('GET /api/post/visit-list', { userId })).toEqual([])
  }
})

describe('a post', () => {
  test('that waits is seen by its author and staff only', async () => {
    const plateId = await buildPlate(backend)
    const author = await addSignedIn(backend)
    const other = await addSignedIn(backend)
    const id = await buildPost(backend, plateId, {
      userId: author.userId,
      status: PostStatus.pending,
      publishedAt: null,
    })
    const { api: staff } = await staffApi()
    for (const route of ['GET /api/post/detail', 'GET /api/post/base-info'] as const) {
      expect(await backend.as(author.cookie).call(route, { id })).toMatchObject({ id, status: PostStatus.pending })
      expect(await staff.call(route, { id })).toMatchObject({ id })
      await expect(backend.as(other.cookie).call(route, { id })).rejects.toMatchObject({
        code: Code.NotFound,
        status: 200,
      })
      await expect(backend.api.call(route, { id })).rejects.toMatchObject({ code: Code.NotFound })
    }
    const own = await backend.as(author.cookie).call('GET /api/post/user-post-list', {})
    expect(own.records.map((post) => [post.id, post.status])).toEqual([[id, PostStatus.pending]])
    expect(
      (await backend.as(other.cookie).call('GET /api/post/user-post-list', { userId: author.userId })).records,
    ).toEqual([])
  })

  test('opens by a staff link until expiry, unchanged only', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    const other = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    const { api: staff } = await staffApi()
    const { url, expireTime } = await staff.call('GET /api/staff/post/link', { id })
    const encrypt = new URLSearchParams(url.split('?')[1]).get('id') ?? ''
    expect(await backend.api.call('GET /api/post/detail', { encrypt })).toMatchObject({ id })
    expect(await backend.api.call('GET /api/post/comment/comment-list', { postId: id, encrypt })).toMatchObject({
      total: 0,
    })
    const forged = [
      encrypt.replace(/^\d+/, String(other)),
      ...otherLastSigns(encrypt),
      '',
      'x',
      '1.2.3',
      `${'9'.repeat(400)}`,
    ]
    for (const token of forged)
      await expect(backend.api.call('GET /api/post/detail', { encrypt: token })).rejects.toMatchObject({
        code: Code.NotFound,
      })
    await expect(
      backend.api.call('GET /api/post/comment/comment-list', { postId: other, encrypt }),
    ).rejects.toMatchObject({ code: Code.NotFound })
    backend.clock.set(expireTime)
    await expect(backend.api.call('GET /api/post/detail', { encrypt })).rejects.toMatchObject({ code: Code.NotFound })
    backend.clock.set(testNow)
    const learner = await addSignedIn(backend)
    await expect(backend.as(learner.cookie).call('GET /api/staff/post/link', { id })).rejects.toMatchObject({
      code: Code.NotFound,
    })
  })

  test('shows nothing that runs, and users’ links lend no weight', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, {
      contentHtml:
        '<p onclick="x()">好<script>x()</script><a href="javascript:x()">一</a><a href="https://example.com/">二</a></p>',
    })
    const { content } = await backend.api.call('GET /api/post/detail', { id })
    expect(content).not.toMatch(/script|onclick|javascript/i)
    expect(content).toMatch(/<a [^>]*nofollow[^>]*>二<\/a>/)
  })

  test('that doesn’t exist is not found, whatever is asked', async () => {
    for (const input of [{}, { id: 999_999_999 }]) {
      await expect(backend.api.call('GET /api/post/detail', input)).rejects.toMatchObject({
        code: Code.NotFound,
        status: 200,
      })
    }
    await expect(backend.api.call('GET /api/post/comment/comment-list', { postId: 999_999_999 })).rejects.toMatchObject(
      { code: Code.NotFound },
    )
    await expect(backend.api.call('GET /api/post/category-detail', { id: 999_999_999 })).rejects.toMatchObject({
      code: Code.NotFound,
    })
    await expect(backend.api.call('GET /api/post/visit-list', { postId: 999_999_999 })).rejects.toMatchObject({
      code: Code.NotFound,
    })
    await expect(backend.api.call('GET /api/post/detail', { id: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
      code: Code.NotFound,
    })
  })
})

describe('more of the same plate', () => {
  test('are the posts before it, or the latest', async () => {
    const plateId = await buildPlate(backend)
    const at = (days: number) => new Date(testNow - days * day)
    const ids: number[] = []
    for (let days = 9; days >= 1; days -= 1) ids.push(await buildPost(backend, plateId, { publishedAt: at(days) }))
    const related = async (id: number) =>
      (await backend.api.call('GET /api/post/related-list', { id })).map((post) => post.id)
    expect(await related(ids[8] ?? 0)).toEqual([ids[7], ids[6], ids[5], ids[4], ids[3], ids[2]])
    expect(await related(ids[1] ?? 0)).toEqual([ids[0], ids[8], ids[7], ids[6], ids[5], ids[4]])
  })
})

describe('staff', () => {
  test('publishes a post: listed and counted once', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    const { api: staff } = await staffApi()
    await staff.call('POST /api/staff/post/set', { id, status: PostStatus.published, isEssence: true, isTop: true })
    await staff.call('POST /api/staff/post/set', { id, status: PostStatus.published })
    expect(await backend.api.call('GET /api/post/list', { categoryId: plateId })).toMatchObject({
      total: 1,
      records: [{ id, isTop: true, isEssence: true, createTime: testNow }],
    })
    expect(await backend.api.call('GET /api/post/summary', { categoryId: plateId })).toEqual({
      todayCount: 1,
      yesterdayCount: 0,
      allCount: 1,
    })
    await staff.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id, ...why })
    expect(await backend.api.call('GET /api/post/list', { categoryId: plateId })).toMatchObject({
      total: 0,
      records: [],
    })
    await expect(backend.api.call('GET /api/post/detail', { id })).rejects.toMatchObject({ code: Code.NotFound })
  })

  test('hides nothing without a decision', async () => {
    const plateId = await buildPlate(backend)
    const { api: staff } = await staffApi()
    const hide = (id: number, status: PostStatus) => staff.call('POST /api/staff/post/set', { id, status, isTop: true })
    const shown = await buildPost(backend, plateId)
    for (const status of [PostStatus.rejected, PostStatus.pending])
      await expect(hide(shown, status)).rejects.toMatchObject({
        code: Code.Toast,
        message: '不让别人看到要写明条款和理由，请用“移除帖子和回复”移除',
      })
    expect(await backend.api.call('GET /api/post/detail', { id: shown })).toMatchObject({ isTop: false })
    const waiting = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    await expect(hide(waiting, PostStatus.rejected)).rejects.toMatchObject({
      code: Code.Toast,
      message: '不让别人看到要写明条款和理由，请用“处理待审和举报”退回',
    })
  })

  test('alone may do so', async () => {
    const plateId = await buildPlate(backend)
    const id = await buildPost(backend, plateId)
    const learner = await addSignedIn(backend)
    await expect(
      backend.as(learner.cookie).call('POST /api/staff/post/set', { id, isTop: true }),
    ).rejects.toMatchObject({ code: Code.NotFound })
    await expect(backend.api.call('POST /api/staff/post/set', { id, isTop: true })).rejects.toMatchObject({
      code: Code.LoginTimeout,
    })
  })
})
