import { expect, test } from 'vitest'
import { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'
import { buildReviewer, report, tell, why } from '../support/forum-process-steps.ts'
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

test('a hundred reports of one text are one case', async () => {
  const id = await buildPost(backend, await buildPlate(backend))
  const people = await Promise.all(Array.from({ length: 100 }, () => addSignedIn(backend)))
  const send = ({ cookie }: { cookie: string }) =>
    report(backend, cookie, ForumTarget.post, id).then(
      () => 'stands',
      (error: unknown) => (error instanceof ApiError ? error.message : String(error)),
    )
  const answers = await Promise.all([...people, ...people].map(send))
  expect(answers.filter((answer) => answer === 'stands')).toHaveLength(100)
  expect(answers.filter((answer) => answer === '你已经举报过了，结果会写在消息里')).toHaveLength(100)
  const cases = await backend.db
    .selectFrom('forumCases')
    .select('id')
    .where('targetId', '=', id)
    .where('target', '=', ForumTarget.post)
    .execute()
  const reports = await backend.db.selectFrom('forumReports').select('id').where('targetId', '=', id).execute()
  expect([cases.length, reports.length]).toEqual([1, 100])
})

test('reports and a decision at once: each is answered', async () => {
  const id = await buildPost(backend, await buildPlate(backend))
  const [first, ...people] = await Promise.all(Array.from({ length: 30 }, () => addSignedIn(backend)))
  const reviewer = await buildReviewer(backend)
  await report(backend, first?.cookie ?? '', ForumTarget.post, id)
  const sent = people.map(({ cookie }) => report(backend, cookie, ForumTarget.post, id))
  await Promise.all([reviewer.decide(ForumTarget.post, id, DecisionAct.keep), ...sent])
  const open = await backend.db
    .selectFrom('forumReports')
    .innerJoin('forumCases', 'forumCases.id', 'forumReports.caseId')
    .select(['forumReports.caseId', 'forumCases.decisionId'])
    .where('forumReports.targetId', '=', id)
    .execute()
  expect(open).toHaveLength(30)
  if (open.some(({ decisionId }) => decisionId === null)) await reviewer.decide(ForumTarget.post, id, DecisionAct.keep)
  await tell(backend)
  const untold = await backend.db
    .selectFrom('forumReports')
    .select('id')
    .where('targetId', '=', id)
    .where('toldAt', 'is', null)
    .execute()
  expect(untold).toEqual([])
})
