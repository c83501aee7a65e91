import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { moveLiveSchedules } from '#server/seed/live-schedule-job.ts'
import { developerAccounts } from '#server/backend/developer/developer-accounts.ts'
import { seedPictures } from '#server/seed/seed-pictures.ts'
import { answerRoomPassword } from '#server/seed/seed-rooms.ts'
import { openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'

const minute = 60_000
const day = 24 * 60 * minute

const backend = backendOfFile()

/** The courses that are taught round the clock: two classes a day, one day a cycle. */
async function onNow(kind: 1 | 3, now: number): Promise<{ courseId: number; periodId: number; scheduleId: number }[]> {
  const { rows } = await sql<{ courseId: number; periodId: number; scheduleId: number }>`
    select distinct on (e.course_id) e.course_id, e.id as period_id, k.id as schedule_id
    from schedule_periods s join periods e on e.id = s.period_id join class_schedules k on k.id = s.schedule_id
    where k.is_seed and k.cycle_days = 1 and e.kind = ${kind} and s.begin_at <= ${new Date(now)} and s.end_at > ${new Date(now)}
    order by e.course_id, s.begin_at desc`.execute(backend.db)
  return rows
}

const move = (now: number) => backend.database.transaction((trx) => moveLiveSchedules(trx, now))

/** One of them at a moment, which the backend's clock then shows. Schedules move forward only: each test takes a later day. */
async function oneNow(kind: 1 | 3, now: number): Promise<{ courseId: number; periodId: number; scheduleId: number }> {
  await move(now)
  backend.clock.set(now)
  const [found] = await onNow(kind, now)
  if (!found) throw new Error('The demo school has no class now.')
  return found
}

async function developer(key: string): Promise<string> {
  const { phone } = developerAccounts.find((account) => account.key === key) ?? { phone: '' }
  const { id } = await backend.db
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', '=', phone)
    .executeTakeFirstOrThrow()
  return openSessionOf(backend, id)
}

describe('the demo school', () => {
  test('has live and film classes at every moment', async () => {
    for (let now = testNow; now < testNow + 2 * day; now += 85 * minute) {
      await move(now)
      expect([(await onNow(1, now)).length, (await onNow(3, now)).length], new Date(now).toISOString()).toEqual([1, 2])
    }
  }, 60_000)

  test('a class comes round again in its own room', async () => {
    const first = await oneNow(1, testNow + 3 * day)
    const room = await openRoom(backend, first)
    await oneNow(1, testNow + 4 * day)
    const again = await openRoom(backend, first)
    expect(again.id).not.toBe(room.id)
    expect(again.beginAt.getTime() - room.beginAt.getTime()).toBe(day)
  })

  test('developers’ accounts are staff, learner and film’s guest', async () => {
    const live = await oneNow(1, testNow + 5 * day)
    const film = await oneNow(3, testNow + 5 * day)
    const [teacher, learner] = [await developer('teacher'), await developer('learner')]
    const config = (cookie: string) =>
      backend.as(cookie).call('GET /api/live-info/manage-config', { periodId: live.periodId })
    expect((await config(teacher)).canPush).toBe(true)
    await expect(config(learner)).rejects.toMatchObject({ code: 4004 })
    expect(await backend.as(learner).call('GET /api/ai-live/get-live-info', { periodId: film.periodId })).toMatchObject(
      { checkCode: 100, aiLiveStatus: 2, playUrl: expect.stringMatching(/^\/media\/play\//) },
    )
  })

  test('an open class’s room has notice, coupon, sale, lottery', async () => {
    const live = await oneNow(1, testNow + 6 * day)
    const { cookie } = await registerLearner(backend)
    const seen = await backend
      .as(cookie)
      .call('GET /api/live-info/get-live-info-v2', { periodId: live.periodId, scheduleId: live.scheduleId })
    expect(seen).toMatchObject({
      liveStatus: 2,
      notice: expect.stringMatching(/聊天/),
      saleInfo: { url: expect.stringMatching(/^\/classes\/\d+$/) },
      livePendant: { coupon: { title: '系统班专用券' }, activity: { title: '课间抽奖' } },
    })
    const { urlInfoV2 } = await backend
      .as(cookie)
      .call('GET /api/live/enter/play', { periodId: live.periodId, scheduleId: live.scheduleId })
    expect(urlInfoV2.map(({ name }) => name)).toEqual(['课件', '老师'])
    const activity = await backend.as(cookie).call('GET /api/activity/detail', { activityId: seen.activityId ?? 0 })
    expect(activity).toMatchObject({ isOpen: true, remainTimes: 3, secret: null })
    const film = await oneNow(3, testNow + 6 * day)
    expect(await backend.as(cookie).call('GET /api/ai-live/get-live-info', { periodId: film.periodId })).toMatchObject({
      notice: expect.stringMatching(/聊天/),
      livePendant: { coupon: { title: '系统班专用券' } },
      activityId: expect.any(Number),
    })
    expect(activity.prizes.reduce((sum, { odds }) => sum + odds, activity.noPrizeOdds)).toBeCloseTo(1)
  })

  test('the lotteries of two rooms have secrets of their own', async () => {
    const rows = await backend.db.selectFrom('activities').select('activities.secret').execute()
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ secret }) => secret)).size).toBe(rows.length)
  })

  test('rooms that are not of the seed stay empty', async () => {
    const room = await openRoom(backend, await buildLiveLesson(backend))
    expect(room).toMatchObject({ notice: null, saleProductId: null })
    expect(
      await backend.db
        .selectFrom('livePendants')
        .select('livePendants.type')
        .where('livePendants.roomId', '=', room.id)
        .execute(),
    ).toEqual([])
  })

  test('has eight gifts, each with a picture that is drawn', async () => {
    const drawn = new Set(
      seedPictures().map(({ kind, name, width }) => `/media/pictures/${kind}/${name}-${width}.webp`),
    )
    const rows = await backend.db.selectFrom('gifts').select('gifts.img').where('gifts.enabled', '=', true).execute()
    expect(rows).toHaveLength(8)
    expect(rows.filter(({ img }) => !drawn.has(img))).toEqual([])
  })

  test('has question rooms: open, by password, of a class, closed', async () => {
    const cookie = await developer('learner')
    const rooms = await backend.db
      .selectFrom('liveRooms')
      .select(['liveRooms.id', 'liveRooms.title'])
      .where('liveRooms.kind', '=', 3)
      .orderBy('liveRooms.id')
      .execute()
    const seen = await Promise.all(
      rooms.map(({ id }) => backend.as(cookie).call('GET /api/live-solution-room/get-live-info', { id })),
    )
    expect(
      seen.map(({ answerRoomStatus, needPassword, message }) => [answerRoomStatus, needPassword, message]),
    ).toEqual([
      [1, false, ''],
      [0, true, ''],
      [0, false, '报名这门课后才能进答疑室'],
      [0, false, '这间答疑室已经关闭'],
    ])
    const notices = await backend.db
      .selectFrom('classSchedules')
      .select('classSchedules.notice')
      .where('classSchedules.notice', 'is not', null)
      .execute()
    expect(notices.length).toBeGreaterThan(0)
    expect(notices.some(({ notice }) => notice?.includes(answerRoomPassword))).toBe(false)
    expect(
      await backend
        .as(cookie)
        .call('POST /api/live-solution-room/check-password', { id: rooms[1]?.id ?? 0, password: answerRoomPassword }),
    ).toBe(true)
  })
})
