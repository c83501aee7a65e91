import { describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { Code } from '#shared/contract/codes.ts'
import { DecisionAct, ForumTarget, PostStatus } from '#shared/contract/enums.ts'
import { getCode } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { buildReviewer, tell, why } from '../support/forum-process-steps.ts'
import { buildThread, buildWriter, openPlate, watchedPlate } from '../support/forum-steps.ts'

const backend = backendOfFile()
const calls = callsOfFile(backend, 40)
const day = 86_400_000

const setPlate = (id: number, enabled: boolean) =>
  backend.db.updateTable('forumPlates').set({ enabled }).where('id', '=', id).execute()

describe('a ban', () => {
  test('stops no draft from being kept, and nothing is said', async () => {
    const writer = await buildWriter(backend)
    const plateId = await openPlate(backend)
    const reviewer = await buildReviewer(backend)
    const place = `plate/${plateId}`
    const api = calls.as(writer.cookie)
    let version = 0
    const save = async (text: string): Promise<void> => {
      version = (await api.call('POST /api/post/draft', { place, title: text, version }))?.version ?? 0
    }
    await save('第一句')
    const ban = reviewer.api.call('POST /api/staff/forum/ban', { userId: writer.userId, banDays: 7, ...why })
    for (let nth = 2; nth <= 6; nth += 1) await save(`第 ${nth} 句`)
    await ban
    await save('禁言以后写的')
    await expect(writer.post(plateId, { title: '发不出', place })).rejects.toMatchObject({ code: Code.Toast })
    expect(await writer.api.call('GET /api/post/draft', { place })).toMatchObject({ title: '禁言以后写的' })
    backend.clock.set(testNow + 7 * day)
    const draft = await backend.db.selectFrom('forumDrafts').select('title').where('place', '=', place).execute()
    expect(draft).toEqual([{ title: '禁言以后写的' }])
  })
})

describe('a post that waits', () => {
  test('and is deleted is decided by nobody', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await watchedPlate(backend))
    const reviewer = await buildReviewer(backend)
    const caseId = await reviewer.caseOf(ForumTarget.post, id)
    const { textKey } = await reviewer.api.call('GET /api/staff/forum/case', { id: caseId })
    await writer.api.call('GET /api/post/delete', { id })
    const { records } = await reviewer.api.call('GET /api/staff/forum/queue', { pageSize: 50 })
    expect(records.filter(({ targetId, target }) => target === ForumTarget.post && targetId === id)).toEqual([])
    await expect(
      reviewer.api.call('POST /api/staff/forum/decide', { id: caseId, textKey, act: DecisionAct.approve }),
    ).rejects.toMatchObject({ code: Code.Toast, message: '这件已经处理过了' })
    await writer.api.call('POST /api/post/restore', { id })
    expect(await reviewer.caseOf(ForumTarget.post, id)).toBeGreaterThan(caseId)
  })

  test('and is deleted after approval stays away', async () => {
    const writer = await buildWriter(backend)
    const { id } = await writer.post(await watchedPlate(backend))
    const reviewer = await buildReviewer(backend)
    await reviewer.decide(ForumTarget.post, id, DecisionAct.approve)
    await writer.api.call('GET /api/post/delete', { id })
    await tell(backend)
    await expect(backend.api.call('GET /api/post/detail', { id })).rejects.toMatchObject({ code: Code.NotFound })
    expect(await writer.api.call('POST /api/post/restore', { id })).toMatchObject({ submissionCode: 1 })
  })
})

describe('a plate that closes', () => {
  test('leaves its drafts, which go elsewhere', async () => {
    const writer = await buildWriter(backend)
    const [closed, open] = [await openPlate(backend), await openPlate(backend)]
    const place = `plate/${closed}`
    const draft = await writer.api.call('POST /api/post/draft', { place, title: '写到一半', content: '<p>半句</p>' })
    await setPlate(closed, false)
    await expect(writer.post(closed, { title: '写到一半', place })).rejects.toMatchObject({
      message: '这个版块不收新帖子了，请换一个版块',
    })
    expect(await writer.api.call('GET /api/post/draft-list', {})).toEqual([draft])
    const more = { place, title: '写到一半', content: '<p>一句</p>', version: draft?.version ?? 0 }
    expect(await writer.api.call('POST /api/post/draft', more)).toMatchObject({ version: 2 })
    expect((await writer.post(open, { title: '写到一半', place })).submissionCode).toBe(2)
    expect(await writer.api.call('GET /api/post/draft-list', {})).toEqual([])
  })

  test('lets what nobody has seen move, not what was public', async () => {
    const writer = await buildWriter(backend)
    const [watched, open] = [await watchedPlate(backend), await openPlate(backend)]
    const { id: waiting } = await writer.post(watched)
    const { id: shown } = await writer.post(open)
    const versionOf = async (id: number) => (await writer.api.call('GET /api/post/own-text', { id })).version
    await expect(
      writer.edit({ id: shown, categoryId: watched, version: await versionOf(shown) }),
    ).rejects.toMatchObject({ message: '发布过的帖子不能换版块' })
    await setPlate(watched, false)
    const moved = await writer.edit({ id: waiting, categoryId: open, version: await versionOf(waiting) })
    expect(moved.submissionCode).toBe(2)
    expect(await backend.api.call('GET /api/post/detail', { id: waiting })).toMatchObject({ category: { id: open } })
  })

  test('hides its posts from who collected them', async () => {
    const { plateId, postId } = await buildThread(backend)
    const { postId: other } = await buildThread(backend)
    const reader = await buildWriter(backend)
    for (const id of [other, postId]) await reader.api.call('POST /api/post/collect', { id, wanted: true })
    const list = () => reader.api.call('GET /api/post/my-collection-list', {})
    await setPlate(plateId, false)
    const { records, total } = await list()
    expect([total, records.map(({ id, post }) => [id, post?.id ?? null])]).toEqual([
      2,
      expect.arrayContaining([
        [other, other],
        [postId, null],
      ]),
    ])
    await reader.api.call('POST /api/post/collect', { id: postId, wanted: false })
    expect((await list()).total).toBe(1)
  })
})

describe('a collected post', () => {
  test.each(['deleted', 'removed'])('that is %s is told to be gone', async (how) => {
    const author = await buildWriter(backend)
    const { id } = await author.post(await openPlate(backend), { title: '还在的标题', content: '<p>还在的字</p>' })
    const reader = await buildWriter(backend)
    await reader.api.call('POST /api/post/collect', { id, wanted: true })
    if (how === 'deleted') await author.api.call('GET /api/post/delete', { id })
    else {
      const { api } = await buildReviewer(backend)
      await api.call('POST /api/staff/forum/remove', { target: ForumTarget.post, id, ...why })
    }
    const list = await reader.api.call('GET /api/post/my-collection-list', {})
    expect(list.records).toEqual([{ id, collectTime: testNow, post: null }])
    expect(JSON.stringify(list)).not.toContain('还在的')
  })

  test('that is edited shows the new text, marks stay', async () => {
    const author = await buildWriter(backend)
    const { id } = await author.post(await openPlate(backend), { title: '旧标题' })
    const reader = await buildWriter(backend)
    await reader.api.call('POST /api/post/collect', { id, wanted: true })
    await reader.api.call('POST /api/post/like', { id, wanted: true })
    await author.edit({ id, title: '新标题', version: 1 })
    const { records } = await reader.api.call('GET /api/post/my-collection-list', {})
    expect(records).toMatchObject([{ id, post: { title: '新标题' } }])
    expect(await reader.api.call('GET /api/post/mine', { id })).toMatchObject({ isLiked: true, isCollected: true })
    expect(await backend.api.call('GET /api/post/detail', { id })).toMatchObject({ likeCount: 1, collectCount: 1 })
  })
})

test('an ended account leaves no draft and nothing unpublished', async () => {
  const writer = await buildWriter(backend)
  const place = `plate/${await openPlate(backend)}`
  await writer.api.call('POST /api/post/draft', { place, title: '没写完的心里话' })
  const { id } = await writer.post(await watchedPlate(backend), { title: '没发出的心里话' })
  const captchaCode = await getCode(backend, writer.phone, 'deregister')
  await writer.api.call('POST /api/user/deregister', { captchaCode })
  backend.clock.set(testNow + 7 * day)
  await careForAccounts(backend.context)
  const drafts = backend.db.selectFrom('forumDrafts').select('id').where('userId', '=', writer.userId)
  expect(await drafts.execute()).toEqual([])
  const post = () =>
    backend.db.selectFrom('forumPosts').select(['status', 'title']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(await post()).toEqual({ status: PostStatus.pending, title: '没发出的心里话' })
  backend.clock.set(testNow + 14 * day)
  await backend.runJob('forum.erase')
  expect(await post()).toMatchObject({ title: '已删除' })
})
