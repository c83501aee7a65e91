import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptVisits } from '#server/backend/community/visit-store.ts'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import { sweepOld } from '#server/backend/sweep-job.ts'
import { keptErrors, keptFlow, mostNotes } from '#server/backend/tracking/tracking-store.ts'
import { mostPending } from '#server/backend/upload/upload-handlers.ts'
import { StoredUploadKind, UploadState } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { freshAddress, logIn, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { buildEnrolled, buildLiveLesson } from '../support/live-rooms.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

type Counted =
  | 'flowSite'
  | 'clientErrorSite'
  | 'noticeLogSite'
  | 'forumVisit'
  | 'supportSaidDay'
  | 'supportSaidAddress'
  | 'signedIn'
  | 'playOpened'

/** As if all but one had been done before. */
async function useUp(name: Counted, key: string): Promise<void> {
  for (let count = 1; count < limitPolicies[name].points; count += 1) await backend.context.limits.take(name, key)
}

const sweep = (now: number) => backend.context.tx((trx) => sweepOld(trx, now))

test('reports of views from many addresses are bounded', async () => {
  const report = () =>
    backend.as('', freshAddress()).call('POST /api/ubas/flow-collect', { events: [{ type: 'view', url: '/' }] })
  await useUp('flowSite', '')
  await report()
  await expect(report()).rejects.toMatchObject({ status: 429 })
})

test('reports of errors from many addresses are bounded', async () => {
  const report = () => backend.as('', freshAddress()).call('POST /api/log/client-error', { code: 1 })
  await useUp('clientErrorSite', '')
  await report()
  await expect(report()).rejects.toMatchObject({ status: 429 })
})

test('notes of notices from many addresses are bounded', async () => {
  const { id: noticeId } = await backend.database.db
    .insertInto('platformNotices')
    .values({
      title: '停课',
      position: 'home',
      beginAt: new Date(testNow - dayMs),
      endAt: new Date(testNow + dayMs),
    } as never)
    .returning('platformNotices.id')
    .executeTakeFirstOrThrow()
  const note = (fingerprint: string) =>
    backend
      .as('', freshAddress())
      .call('POST /api/platform/notice/add-platform-user-log', { noticeId, action: 'show', fingerprint })
  await useUp('noticeLogSite', '')
  expect([await note('browser-one'), await note('browser-two')]).toEqual([true, true])
  const notes = backend.database.db.selectFrom('platformNoticeLogs').select('fingerprint')
  expect(await notes.where('noticeId', '=', noticeId).execute()).toEqual([{ fingerprint: 'browser-one' }])
})

test('who looks at everybody is remembered by some', async () => {
  const looker = await registerLearner(backend)
  const [one, other] = [await registerLearner(backend), await registerLearner(backend)]
  const look = (userId: number) => backend.as(looker.cookie).call('POST /api/post/view', { userId })
  await useUp('forumVisit', String(looker.userId))
  expect([await look(one.userId), await look(other.userId)]).toEqual([null, null])
  const visits = backend.database.db.selectFrom('forumVisits').select('ownerId')
  expect(await visits.where('visitorId', '=', looker.userId).execute()).toEqual([{ ownerId: one.userId }])
})

test('of those who looked at somebody the latest are kept', async () => {
  const owner = await registerLearner(backend)
  const { db } = backend.database
  // one second after another, the first the longest ago
  const lookers = await db
    .insertInto('users')
    .values(Array.from({ length: keptVisits + 1 }, (_, index) => ({ nickname: `来过的${index}`, phoneIsReal: false })))
    .returning('users.id')
    .execute()
  const visits = lookers.map(({ id }, index) => ({
    ownerId: owner.userId,
    visitorId: id,
    visitedAt: new Date(testNow - (100 - index) * 1000),
  }))
  await db.insertInto('forumVisits').values(visits).execute()
  const late = await registerLearner(backend)
  await backend.as(late.cookie).call('POST /api/post/view', { userId: owner.userId })
  const kept = await db.selectFrom('forumVisits').select('visitorId').where('ownerId', '=', owner.userId).execute()
  expect(kept.map(({ visitorId }) => visitorId).sort((a, b) => a - b)).toEqual(
    [...lookers.slice(2).map(({ id }) => id), late.userId].sort((a, b) => a - b),
  )
})

test('notes of a notice go when it is over', async () => {
  const { db } = backend.database
  await db.deleteFrom('platformNoticeLogs').execute()
  const notice = (endAt: number) =>
    db
      .insertInto('platformNotices')
      .values({
        title: '停服通知',
        contentHtml: '<p>今晚停服。</p>',
        position: 1,
        beginAt: new Date(testNow - 9 * dayMs),
        endAt: new Date(endAt),
      } as never)
      .returning('platformNotices.id')
      .executeTakeFirstOrThrow()
  const [over, lately, shown] = [
    await notice(testNow - dayMs - 1),
    await notice(testNow - dayMs + 1),
    await notice(testNow + dayMs),
  ]
  const note = (noticeId: number, name: string) => ({ noticeId, fingerprint: name, action: 'show' })
  await db
    .insertInto('platformNoticeLogs')
    .values([note(over.id, 'over'), note(lately.id, 'lately'), note(shown.id, 'shown')] as never)
    .execute()
  const names = async () =>
    (await db.selectFrom('platformNoticeLogs').select('fingerprint').orderBy('id').execute()).map(
      (row) => row.fingerprint,
    )
  await sweep(testNow)
  expect(await names()).toEqual(['lately', 'shown'])
  const { id } = await db
    .selectFrom('platformNoticeLogs')
    .select('id')
    .where('noticeId', '=', shown.id)
    .executeTakeFirstOrThrow()
  // so many others later that both are among the oldest
  const far = sql`overriding system value values (${id + mostNotes}, ${shown.id}, 'show', 'late')`
  await sql`insert into platform_notice_logs (id, notice_id, action, fingerprint) ${far}`.execute(db)
  await sweep(testNow)
  expect(await names()).toEqual(['late'])
})

test('customer service is told four hundred things a day', async () => {
  const { cookie, userId } = await registerLearner(backend)
  const say = (text: string) =>
    backend.as(cookie).call('POST /api/support/send', { text, pictures: [], clientMsgId: randomUUID() })
  await say('第一句')
  for (let said = 2; said < limitPolicies.supportSaidDay.points; said += 1)
    await backend.context.limits.take('supportSaidDay', String(userId))
  await say('又一句')
  await expect(say('还有一句')).rejects.toMatchObject({ code: 4004, status: 429 })
})

test('visitors of one address share a day’s messages', async () => {
  const address = freshAddress()
  const say = (from: string) =>
    backend.as('', from).call('POST /api/support/send', { text: '你好', pictures: [], clientMsgId: randomUUID() })
  await useUp('supportSaidAddress', address)
  await say(address)
  await expect(say(address)).rejects.toMatchObject({ code: 4004, status: 429 })
  await say(freshAddress())
})

test('the latest reports are kept, for a while', async () => {
  const { db } = backend.database
  await db.deleteFrom('flowEvents').execute()
  await db.deleteFrom('clientErrorLogs').execute()
  const urls = async (table: 'flowEvents' | 'clientErrorLogs') =>
    (await db.selectFrom(table).select('url').orderBy('id').execute()).map(({ url }) => url)
  for (const [table, { days }] of [
    ['flowEvents', keptFlow],
    ['clientErrorLogs', keptErrors],
  ] as const) {
    const kind = table === 'flowEvents' ? { type: 'view' } : { code: 1 }
    for (const [url, daysAgo] of [
      ['/old', days + 1],
      ['/kept', days - 1],
    ] as const)
      await db
        .insertInto(table)
        .values({ ...kind, url, at: new Date(testNow - daysAgo * dayMs) } as never)
        .execute()
  }
  await sweep(testNow)
  expect([await urls('flowEvents'), await urls('clientErrorLogs')]).toEqual([['/kept'], ['/kept']])
  const { id } = await db.selectFrom('clientErrorLogs').select('id').executeTakeFirstOrThrow()
  const late = sql`overriding system value values (${id + keptErrors.most}, 1, '/late', ${new Date(testNow)})`
  await sql`insert into client_error_logs (id, code, url, at) ${late}`.execute(db)
  await sweep(testNow)
  expect(await urls('clientErrorLogs')).toEqual(['/late'])
})

test('signing in again and again comes to an end', async () => {
  const { phone, userId } = await registerLearner(backend, { password: 'maple-66' })
  const enter = () => logIn(backend, { phoneNum: phone, password: 'maple-66' }, freshAddress())
  await useUp('signedIn', String(userId))
  expect(await enter()).toMatch(/^session=/)
  await expect(enter()).rejects.toMatchObject({ status: 429 })
})

test('opening players again and again comes to an end', async () => {
  const lesson = await buildLiveLesson(backend)
  const { cookie, userId } = await buildEnrolled(backend, lesson)
  const { periodId, scheduleId } = lesson
  const open = () => backend.as(cookie).call('GET /api/live/enter/play', { periodId, scheduleId })
  await useUp('playOpened', String(userId))
  await open()
  await expect(open()).rejects.toMatchObject({ status: 429 })
})

test('files that never come are few', async () => {
  const { cookie, userId } = await registerLearner(backend)
  const announce = (who: string, each: number) =>
    backend.as(who).call('GET /api/common/pre-upload', {
      name: '作业.png',
      contentType: 'image/png',
      md5: each.toString(16).padStart(32, '0'),
      size: 10,
    } as never)
  const rows = Array.from({ length: mostPending - 1 }, (_, each) => ({
    userId,
    objectKey: `aa/bb/${userId}-${each}.png`,
    resUrl: `/media/uploads/aa/bb/${userId}-${each}.png`,
    purpose: 'file' as const,
    name: 'a.png',
    contentType: 'image/png',
    sizeBytes: 1,
    md5: 'f'.repeat(32),
    kind: StoredUploadKind.image,
    state: UploadState.pending,
    createdAt: new Date(testNow),
  }))
  await backend.database.db
    .insertInto('uploads')
    .values(rows as never)
    .execute()
  await announce(cookie, 1)
  await expect(announce(cookie, 2)).rejects.toMatchObject({ code: 4004 })
  await announce((await registerLearner(backend)).cookie, 2)
})
