import { expect, test } from 'vitest'
import { ForumTarget } from '#shared/contract/enums.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildReviewer, report, why } from '../support/forum-process-steps.ts'
import { createWriter } from '../support/forum-writer.ts'

const backend = backendOfFile()

test('nothing is written after a ban, however it races', async () => {
  const writer = createWriter(backend)
  const reviewer = await buildReviewer(backend)
  const plateId = await buildPlate(backend)
  const { userId } = await addSignedIn(backend)
  const send = (nth: number) => writer.post(userId, plateId, `第 ${nth} 篇`)
  const isRefused = (error: unknown) => error instanceof ApiError && error.code === 4004
  let isBanned = false
  let late = 0
  const storm = Array.from({ length: 60 }, async (_, nth) => {
    await Promise.resolve()
    const began = isBanned
    try {
      await send(nth)
      if (began) late += 1
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  })
  const ban = reviewer.api.call('POST /api/staff/forum/ban', { userId, banDays: 7, ...why }).then(() => {
    isBanned = true
  })
  await Promise.all([...storm, ban])
  const { length } = await backend.db.selectFrom('forumPosts').select('id').where('userId', '=', userId).execute()
  await expect(send(100)).rejects.toMatchObject({ code: 4004 })
  const after = await backend.db.selectFrom('forumPosts').select('id').where('userId', '=', userId).execute()
  expect([after.length, late]).toEqual([length, 0])
})

test('thirty reports of one text are one case', async () => {
  const id = await buildPost(backend, await buildPlate(backend))
  const people = await Promise.all(Array.from({ length: 30 }, () => addSignedIn(backend)))
  await Promise.all(people.map(({ cookie }) => report(backend, cookie, ForumTarget.post, id)))
  const cases = await backend.db
    .selectFrom('forumCases')
    .select('id')
    .where('targetId', '=', id)
    .where('target', '=', ForumTarget.post)
    .execute()
  const reports = await backend.db.selectFrom('forumReports').select('id').where('targetId', '=', id).execute()
  expect([cases.length, reports.length]).toEqual([1, 30])
})
