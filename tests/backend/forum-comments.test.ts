import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostStatus } from '#shared/contract/enums.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildComment, buildPlate, buildPost } from '../support/forum-factories.ts'
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

describe('comments', () => {
  test('stand in threads with answers, newest first when asked', async () => {
    const plateId = await buildPlate(backend)
    const postId = await buildPost(backend, plateId)
    const first = await buildComment(backend, postId, 1)
    const answer = await buildComment(backend, postId, 2, { parentId: first.id, rootId: first.id })
    const second = await buildComment(backend, postId, 3)
    const again = await buildComment(backend, postId, 4, { parentId: answer.id, rootId: first.id })
    const { records, total } = await backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect(total).toBe(2)
    expect(records.map((thread) => [thread.id, thread.floor])).toEqual([
      [first.id, 1],
      [second.id, 3],
    ])
    expect(records[0]?.children.map((child) => [child.id, child.floor, child.replyTo?.id ?? null])).toEqual([
      [answer.id, 2, null],
      [again.id, 4, answer.userId],
    ])
    const newest = await backend.api.call('GET /api/post/comment/comment-list', { postId, order: 'new' })
    expect(newest.records.map((thread) => thread.id)).toEqual([second.id, first.id])
  })

  test('a deleted one keeps floor and answers, without words', async () => {
    const plateId = await buildPlate(backend)
    const postId = await buildPost(backend, plateId)
    const gone = await buildComment(backend, postId, 1, { content: '骂人的话', deletedAt: new Date(testNow) })
    await buildComment(backend, postId, 2, { parentId: gone.id, rootId: gone.id, content: '别这样' })
    await buildComment(backend, postId, 3)
    await buildComment(backend, postId, 4, { status: 1 })
    const { records, total } = await backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect(total).toBe(2)
    expect(records.map((thread) => thread.floor)).toEqual([1, 3])
    expect(records[0]).toMatchObject({
      isDeleted: true,
      content: '',
      author: { id: 0, nickname: '' },
      children: [{ content: '别这样', replyTo: null }],
    })
    expect(JSON.stringify(records)).not.toContain('骂人')
  })

  test('a user’s comments name post, floor and page', async () => {
    const plateId = await buildPlate(backend)
    const postId = await buildPost(backend, plateId, { title: '很长的讨论' })
    const writer = await addSignedIn(backend)
    for (let floor = 1; floor <= 20; floor += 1) await buildComment(backend, postId, floor)
    const root = await buildComment(backend, postId, 21)
    const own = await buildComment(backend, postId, 22, { userId: writer.userId, parentId: root.id, rootId: root.id })
    const hidden = await buildPost(backend, plateId, { status: PostStatus.pending, publishedAt: null })
    await buildComment(backend, hidden, 1, { userId: writer.userId })
    const { records, total } = await backend.api.call('GET /api/post/user-comment-list', { userId: writer.userId })
    expect(total).toBe(1)
    expect(records).toMatchObject([{ commentId: own.id, postId, postTitle: '很长的讨论', floor: 22, page: 2 }])
    expect(await backend.api.call('GET /api/post/user-summary', { userId: writer.userId })).toEqual({
      commentCount: 1,
      allCount: 0,
    })
  })
})

describe('somebody whose account has ended', () => {
  test('keeps what they said, without their name or page', async () => {
    const plateId = await buildPlate(backend)
    const gone = await addSignedIn(backend)
    const postId = await buildPost(backend, plateId, { userId: gone.userId })
    const first = await buildComment(backend, postId, 1, { userId: gone.userId })
    const second = await buildComment(backend, postId, 2, { parentId: first.id, rootId: first.id, userId: gone.userId })
    await buildComment(backend, postId, 3, { parentId: second.id, rootId: first.id })
    await backend.database.db
      .updateTable('users')
      .set({ accountStatus: 3, nickname: '已注销用户', phone: null })
      .where('users.id', '=', gone.userId)
      .execute()
    const ended = { id: 0, nickname: '已注销用户' }
    expect(await backend.api.call('GET /api/post/detail', { id: postId })).toMatchObject({ author: ended })
    const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId })
    expect(records).toMatchObject([{ author: ended, children: [{ author: ended }, { replyTo: ended }] }])
  })
})
