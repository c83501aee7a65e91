import { expect, test } from 'vitest'
import { ApiError } from '#shared/contract/codes.ts'
import { backendOfFile, callsOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildReviewer, why } from '../support/forum-process-steps.ts'
import { buildThread, buildWriter, openPlate } from '../support/forum-steps.ts'

const backend = backendOfFile()
const calls = callsOfFile(backend, 40)

test('five hundred marks of a post are counted exactly', { timeout: 60_000 }, async () => {
  const { postId: id } = await buildThread(backend)
  const people = await Promise.all(Array.from({ length: 50 }, () => addSignedIn(backend)))
  await Promise.all(
    people.flatMap(({ cookie }, person) =>
      Array.from({ length: 10 }, (_, time) =>
        calls
          .as(cookie)
          .call(time % 2 ? 'POST /api/post/collect' : 'POST /api/post/like', { id, wanted: (time + person) % 3 !== 0 }),
      ),
    ),
  )
  const count = async (table: 'forumPostLikes' | 'forumCollections'): Promise<number> =>
    (await backend.db.selectFrom(table).select('userId').where('postId', '=', id).execute()).length
  const [likeCount, collectCount] = [await count('forumPostLikes'), await count('forumCollections')]
  expect(likeCount + collectCount).toBeGreaterThan(0)
  expect(await backend.api.call('GET /api/post/detail', { id })).toMatchObject({ likeCount, collectCount })
})

test('one text with one token is one post', async () => {
  const writer = await buildWriter(backend)
  const categoryId = await openPlate(backend)
  const post = { title: '窗台', content: '<p>同一篇</p>', categoryId, clientToken: 'the-same-on-both' }
  const sent = await Promise.all([1, 2, 3, 4].map(() => calls.as(writer.cookie).call('POST /api/post/add', post)))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  const rows = backend.db.selectFrom('forumPosts').select('id').where('userId', '=', writer.userId)
  expect(await rows.execute()).toEqual([{ id: sent[0]?.id }])
})

test('calls that race a ban publish nothing after it', { timeout: 60_000 }, async () => {
  const writer = await buildWriter(backend)
  const { postId } = await buildThread(backend)
  const plateId = await openPlate(backend)
  const reviewer = await buildReviewer(backend)
  let isBanned = false
  const late: unknown[] = []
  const send = async (nth: number): Promise<void> => {
    const began = isBanned
    const sent = nth % 2 ? writer.post(plateId) : writer.reply(postId, `第 ${nth} 条`)
    await sent.then(
      (answer) => began && late.push(answer),
      (error: unknown) => expect(error).toBeInstanceOf(ApiError),
    )
  }
  const ban = reviewer.api.call('POST /api/staff/forum/ban', { userId: writer.userId, banDays: 7, ...why }).then(() => {
    isBanned = true
  })
  await Promise.all([ban, ...Array.from({ length: 40 }, (_, nth) => send(nth))])
  await Promise.all(Array.from({ length: 20 }, (_, nth) => send(100 + nth)))
  expect(late).toEqual([])
})

test('fifty answers have the thread made seldom', { timeout: 60_000 }, async () => {
  const { postId } = await buildThread(backend)
  const people = await Promise.all(Array.from({ length: 50 }, () => buildWriter(backend)))
  const told = (): number => backend.purges.orders.filter(({ tag }) => tag === `post:${postId}`).length
  const began = performance.now()
  await Promise.all(
    people.map(({ cookie }, nth) =>
      calls.as(cookie).call('POST /api/post/comment/add-comment', { postId, content: `第 ${nth} 条回复` }),
    ),
  )
  // one at once, and one for each second that the answers took
  expect(told()).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1000))
  const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId, pageSize: 50 })
  expect(records).toHaveLength(50)
  // nor is the last of them forgotten
  const before = told()
  await calls.as((await buildWriter(backend)).cookie).call('POST /api/post/comment/add-comment', {
    postId,
    content: '最后一条',
  })
  await expect.poll(told, { timeout: 5000 }).toBeGreaterThan(before)
})
