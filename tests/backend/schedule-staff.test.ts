import { beforeAll, describe, expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type BuiltLesson, buildAnswerRoom, buildAssistant, buildLiveLesson } from '../support/live-rooms.ts'

const backend = backendOfFile()
let office: Learner
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
})

/** Two classes of one course, each with a teacher of its own. */
async function twoClasses(): Promise<{ own: BuiltLesson; other: BuiltLesson }> {
  const own = await buildLiveLesson(backend, { free: false })
  return { own, other: await buildLiveLesson(backend, { free: false, courseId: own.courseId }) }
}

const name = (scheduleId: number, userId: number, role: 'teacher' | 'assistant' | 'headMaster' | null, by = office) =>
  backend.as(by.cookie).call('POST /api/staff/schedule/staff', { scheduleId, userId, role })
const config = ({ cookie }: Learner, { periodId, scheduleId }: BuiltLesson) =>
  backend.as(cookie).call('GET /api/live-info/manage-config', { periodId, scheduleId })
const refused = { code: 4004, message: '只有老师和助教可以管理课堂' }

describe('naming who belongs to a class', () => {
  test('lets an assistant manage its rooms until taken back', async () => {
    const { own } = await twoClasses()
    const assistant = await buildStaff(backend, 'follow', { nickname: '小周' })
    await expect(config(assistant, own)).rejects.toMatchObject(refused)
    const named = await name(own.scheduleId, assistant.userId, 'assistant')
    expect(named.people).toMatchObject([
      { userId: assistant.userId, nickname: '小周', role: 'assistant', isInForce: true },
    ])
    expect(await config(assistant, own)).toMatchObject({ canMute: true, canRecall: true })
    expect((await name(own.scheduleId, assistant.userId, null)).people).toEqual([])
    await expect(config(assistant, own)).rejects.toMatchObject(refused)
  })

  test('leaves one audit line a change, none for repetitions', async () => {
    const { own } = await twoClasses()
    const assistant = await buildStaff(backend, 'follow')
    for (const role of ['assistant', 'assistant', null, null] as const)
      await name(own.scheduleId, assistant.userId, role)
    const lines = await backend.db
      .selectFrom('staffAudits')
      .select(['staffAudits.detail', 'staffAudits.before', 'staffAudits.staffId'])
      .where('staffAudits.subject', '=', 'schedule')
      .where('staffAudits.subjectId', '=', String(own.scheduleId))
      .orderBy('staffAudits.id')
      .execute()
    expect(lines).toEqual([
      { staffId: office.userId, detail: { userId: assistant.userId, role: 'assistant' }, before: { role: null } },
      { staffId: office.userId, detail: { userId: assistant.userId, role: null }, before: { role: 'assistant' } },
    ])
  })

  test('refuses missing roles, strangers, unknown classes and oneself', async () => {
    const { own } = await twoClasses()
    const learner = await registerLearner(backend)
    await expect(name(own.scheduleId, learner.userId, 'assistant')).rejects.toMatchObject({
      code: 4004,
      message: '这个账号没有助教角色，不能担任助教',
    })
    const assistant = await buildStaff(backend, 'follow')
    await expect(name(own.scheduleId, assistant.userId, 'teacher')).rejects.toMatchObject({
      message: '这个账号没有老师或讲师角色，不能担任任课老师',
    })
    await expect(name(own.scheduleId, 999_999_999, 'teacher')).rejects.toMatchObject({ code: 404 })
    await expect(name(999_999_999, assistant.userId, 'assistant')).rejects.toMatchObject({ code: 404 })
    await expect(name(own.scheduleId, office.userId, 'headMaster')).rejects.toMatchObject({ code: 4004 })
  })

  test('rests while the account has lost its role', async () => {
    const { own } = await twoClasses()
    const assistant = await buildAssistant(backend, [own])
    await backend.db.deleteFrom('userRoles').where('userRoles.userId', '=', assistant.userId).execute()
    await expect(config(assistant, own)).rejects.toMatchObject(refused)
    const { people } = await backend
      .as(office.cookie)
      .call('GET /api/staff/schedule/staff', { scheduleId: own.scheduleId })
    expect(people).toMatchObject([{ userId: assistant.userId, isInForce: false }])
  })
})

describe('whose class it is', () => {
  test('other classes’ staff don’t sit in unpaid, nor read notices', async () => {
    const { own, other } = await twoClasses()
    const foreign = await buildAssistant(backend, [other])
    const ask = { periodId: own.periodId, scheduleId: own.scheduleId }
    expect(await backend.as(foreign.cookie).call('GET /api/live/enter/play', ask)).toMatchObject({
      checkCode: 103,
      playUrl: null,
    })
    const notice = { scheduleId: own.scheduleId }
    await expect(backend.as(foreign.cookie).call('GET /api/class-schedule/detailNotice', notice)).rejects.toMatchObject(
      { code: 404 },
    )
    const assistant = await buildAssistant(backend, [own])
    expect(await backend.as(assistant.cookie).call('GET /api/live/enter/play', ask)).toMatchObject({ checkCode: 100 })
    expect(await backend.as(assistant.cookie).call('GET /api/class-schedule/detailNotice', notice)).toMatchObject({
      notice: null,
    })
  })

  test('staff who name no class are in their own', async () => {
    const { own, other } = await twoClasses()
    await backend.db
      .updateTable('schedulePeriods')
      .set({ periodId: own.periodId })
      .where('schedulePeriods.scheduleId', '=', other.scheduleId)
      .execute()
    for (const lesson of [own, other]) {
      const assistant = await buildAssistant(backend, [lesson])
      const { url } = await backend
        .as(assistant.cookie)
        .call('GET /api/live/class-of-course', { courseId: own.courseId })
      expect(url).toBe(`/course/live/play/${own.periodId}?scheduleId=${lesson.scheduleId}`)
    }
  })

  test('a course’s question room belongs to its classes’ staff', async () => {
    const { own } = await twoClasses()
    const id = await buildAnswerRoom(backend, { productId: own.courseId })
    const enter = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/live-solution-room/get-live-info', { id })
    expect(await enter(await buildAssistant(backend, [own]))).toMatchObject({ answerRoomStatus: 1 })
    expect(await enter(await buildStaff(backend, 'follow'))).toMatchObject({ answerRoomStatus: 0 })
  })
})
