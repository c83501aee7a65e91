import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type BuiltLesson, buildEnrolled, buildLiveLesson } from '../support/live-rooms.ts'
import { pass } from '../support/play-steps.ts'

const minute = 60_000
const hour = 60 * minute

const backend = backendOfFile()
const roomOf = ({ periodId, scheduleId }: Pick<BuiltLesson, 'periodId' | 'scheduleId'>, area = '/course/live/play') =>
  `${area}/${periodId}?scheduleId=${scheduleId}`

describe('the message before a class', () => {
  const messagesOf = async (userId: number) =>
    backend.db
      .selectFrom('userMessages')
      .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
      .select([
        'notifyMessages.title',
        'notifyMessages.contentHtml',
        'notifyMessages.buttonName',
        'notifyMessages.buttonUrl',
      ])
      .where('userMessages.userId', '=', userId)
      .where('notifyMessages.topic', '=', 'class')
      .orderBy('userMessages.id')
      .execute()

  test('comes once, a day before, also to late learners', async () => {
    const begin = testNow + 25 * hour
    const lesson = await buildLiveLesson(backend, {
      free: false,
      begin,
      end: begin + hour,
      product: { name: '灯下<素描>' },
    })
    const [first, stranger] = [await buildEnrolled(backend, lesson), await registerLearner(backend)]
    await backend.runJob('classes.remind')
    expect(await messagesOf(first.userId)).toEqual([])
    pass(backend, 3600)
    await Promise.all([backend.runJob('classes.remind'), backend.runJob('classes.remind')])
    const second = await buildEnrolled(backend, lesson)
    await backend.runJob('classes.remind')
    const message = {
      title: '上课提醒',
      contentHtml: expect.stringMatching(/^<p>《灯下&lt;素描&gt;》的「.+」\d+ 月 \d+ 日 \d\d:\d\d 上课（北京时间）/),
      buttonName: '进入教室',
      buttonUrl: roomOf(lesson),
    }
    expect(await messagesOf(first.userId)).toEqual([message])
    expect(await messagesOf(second.userId)).toEqual([message])
    expect(await messagesOf(stranger.userId)).toEqual([])
    expect(await backend.runJob('classes.remind')).toBe(0)
  })

  test('comes half an hour before an open class, if asked', async () => {
    const begin = testNow + 2 * hour
    const lesson = await buildLiveLesson(backend, { begin, end: begin + hour })
    const which = { periodId: lesson.periodId, scheduleId: lesson.scheduleId }
    const [asked, changed, silent] = [
      await registerLearner(backend),
      await registerLearner(backend),
      await registerLearner(backend),
    ]
    const set = ({ cookie }: { cookie: string }, on: boolean) =>
      backend.as(cookie).call('POST /api/live-info/reminder', { ...which, on })
    const entry = async ({ cookie }: { cookie: string }) =>
      (await backend.as(cookie).call('GET /api/live/room-entry', which)).reminder
    expect(await entry(asked)).toBe(false)
    for (let press = 0; press < 2; press += 1) expect(await set(asked, true)).toEqual({ isOn: true })
    await set(changed, true)
    expect(await set(changed, false)).toEqual({ isOn: false })
    expect(await Promise.all([entry(asked), entry(changed)])).toEqual([true, false])
    pass(backend, 5399)
    await backend.runJob('classes.remind')
    expect(await messagesOf(asked.userId)).toEqual([])
    pass(backend, 1)
    await Promise.all([backend.runJob('classes.remind'), backend.runJob('classes.remind')])
    expect(await messagesOf(asked.userId)).toMatchObject([{ title: '快要上课了', buttonUrl: roomOf(lesson) }])
    for (const { userId } of [changed, silent]) expect(await messagesOf(userId)).toEqual([])
    expect(await entry(silent)).toBeNull()
    await expect(set(silent, true)).rejects.toMatchObject({ code: 4004, message: '这节课快要开始了，不用再提醒' })
  })

  test('can’t be asked for without login or entry', async () => {
    const begin = testNow + 2 * hour
    const paid = await buildLiveLesson(backend, { free: false, begin, end: begin + hour })
    const set = (cookie: string, periodId: number) =>
      backend.as(cookie).call('POST /api/live-info/reminder', { periodId, on: true })
    const { cookie } = await registerLearner(backend)
    await expect(set(cookie, paid.periodId)).rejects.toMatchObject({ code: 4004, message: '这节课要先报名才能看' })
    await expect(set(cookie, 999_999)).rejects.toMatchObject({ code: 404 })
    await expect(set('', paid.periodId)).rejects.toMatchObject({ code: -3 })
  })

  test('is not of begun, cancelled or lost classes', async () => {
    const coming = { free: false, begin: testNow + hour, end: testNow + 2 * hour } as const
    const [begun, cancelled, left] = [
      await buildLiveLesson(backend, { free: false }),
      await buildLiveLesson(backend, coming),
      await buildLiveLesson(backend, coming),
    ]
    const learners = [
      await buildEnrolled(backend, begun),
      await buildEnrolled(backend, cancelled),
      await buildEnrolled(backend, left),
    ]
    await backend.db
      .updateTable('classSchedules')
      .set({ status: 3 })
      .where('classSchedules.id', '=', cancelled.scheduleId)
      .execute()
    await backend.db
      .updateTable('enrolments')
      .set({ endAt: new Date(testNow + minute) })
      .where('enrolments.productId', '=', left.courseId)
      .execute()
    await backend.runJob('classes.remind')
    for (const { userId } of learners) expect(await messagesOf(userId)).toEqual([])
  })
})
