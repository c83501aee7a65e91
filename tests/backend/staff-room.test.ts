import { beforeAll, describe, expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildAnswerRoom,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'

const hour = 3_600_000
const cdn = 'https://cdn.example.com'

const backend = backendOfFile({ MEDIA_ORIGINS: `${cdn}, http://10.0.0.8:8080` })
let office: Learner
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
})

const look = (which: { roomId?: number; periodId?: number; scheduleId?: number }, { cookie } = office) =>
  backend.as(cookie).call('GET /api/staff/room', which)
const set = (settings: object, { cookie } = office) =>
  backend.as(cookie).call('POST /api/staff/room/settings', settings as never)
const slides = { sortNum: 1, name: '课件', url: `${cdn}/slides.m3u8` }
const camera = { sortNum: 2, name: '老师', url: `${cdn}/camera.m3u8` }
const audits = async (roomId: number | null) =>
  await backend.db
    .selectFrom('staffAudits')
    .select(['staffAudits.action', 'staffAudits.detail', 'staffAudits.staffId'])
    .where('staffAudits.subject', '=', 'room')
    .where('staffAudits.subjectId', '=', String(roomId))
    .orderBy('staffAudits.id')
    .execute()

describe('who sets rooms up', () => {
  test('the education office and administrators, nobody else', async () => {
    const lesson = await buildLiveLesson(backend)
    const which = { periodId: lesson.periodId, scheduleId: lesson.scheduleId }
    for (const call of [
      (cookie: string) => look(which, { cookie } as Learner),
      (cookie: string) => set({ ...which, notice: '我来了' }, { cookie } as Learner),
    ]) {
      await expect(call('')).rejects.toMatchObject({ code: -3 })
      await expect(call((await registerLearner(backend)).cookie)).rejects.toMatchObject({ code: 404 })
      for (const staff of [await buildLessonTeacher(backend, lesson), await buildStaff(backend, 'follow')])
        await expect(call(staff.cookie)).rejects.toMatchObject({
          code: 4004,
          status: 403,
          message: expect.stringMatching(/没有这项权限：(查看教室设置|设置教室)$/),
        })
    }
    const admin = await registerLearner(backend)
    await backend.db.updateTable('users').set({ isAdmin: true }).where('users.id', '=', admin.userId).execute()
    expect(await look(which, admin)).toMatchObject({ roomId: null })
    expect(
      await backend.db
        .selectFrom('liveRooms')
        .select('liveRooms.id')
        .where('liveRooms.periodId', '=', lesson.periodId)
        .execute(),
    ).toEqual([])
  })
})

describe('the room of a class', () => {
  test('is set up unopened: learners find addresses and notice', async () => {
    const lesson = await buildLiveLesson(backend, { begin: testNow + hour, end: testNow + 2 * hour })
    const which = { periodId: lesson.periodId, scheduleId: lesson.scheduleId }
    expect(await look(which)).toEqual({
      roomId: null,
      kind: 1,
      title: expect.any(String),
      begDate: lesson.begin,
      endDate: lesson.end,
      liveStatus: 1,
      url: `/course/live/play/${lesson.periodId}?scheduleId=${lesson.scheduleId}`,
      urls: [],
      hasPassword: false,
      notice: null,
      qqGroup: null,
    })
    const made = await set({ ...which, urls: [camera, slides], notice: ' 带上铅笔 ', qqGroup: '123456789' })
    expect(made).toMatchObject({
      roomId: expect.any(Number),
      urls: [slides, camera],
      notice: '带上铅笔',
      qqGroup: '123456789',
      hasPassword: false,
    })
    expect(await look({ roomId: made.roomId ?? 0 })).toEqual(made)
    const { cookie } = await buildEnrolled(backend, lesson)
    backend.clock.set(lesson.begin)
    expect(await backend.as(cookie).call('GET /api/live/enter/play', { periodId: lesson.periodId })).toMatchObject({
      streamId: String(made.roomId),
      playUrl: slides.url,
      urlInfoV2: [slides, camera],
    })
    expect(
      (await backend.as(cookie).call('GET /api/live-info/get-live-info-v2', { periodId: lesson.periodId })).notice,
    ).toBe('带上铅笔')
    expect(
      (await backend.as(cookie).call('GET /api/class-schedule/detailNotice', { scheduleId: lesson.scheduleId }))
        .qqGroup,
    ).toBe('123456789')
    expect(await audits(made.roomId)).toEqual([
      {
        action: 'room.settings',
        staffId: office.userId,
        detail: { urls: [camera, slides], notice: '带上铅笔', qqGroup: '123456789' },
      },
    ])
  })

  test('what isn’t named stays, null and an empty list clear', async () => {
    const lesson = await buildLiveLesson(backend)
    const which = { periodId: lesson.periodId, scheduleId: lesson.scheduleId }
    await set({ ...which, urls: [slides], notice: '第一句', qqGroup: '123456' })
    expect(await set({ ...which, notice: '第二句' })).toMatchObject({
      urls: [slides],
      notice: '第二句',
      qqGroup: '123456',
    })
    expect(await set({ ...which, urls: [], notice: null, qqGroup: null })).toMatchObject({
      urls: [],
      notice: null,
      qqGroup: null,
    })
  })

  test('that is on tells its people each change once', async () => {
    const lesson = await buildLiveLesson(backend)
    const room = await openRoom(backend, lesson)
    await set({ roomId: room.id, urls: [slides], notice: '换了线路' })
    await set({ roomId: room.id, urls: [slides], notice: '换了线路' })
    expect(await systemMessagesOf(backend, room)).toEqual([
      { systemType: 9, content: { notice: '换了线路' } },
      { systemType: 7, content: {} },
    ])
  })

  test('takes stored films and streams from configured origins', async () => {
    const { periodId } = await buildLiveLesson(backend)
    const urls = ['store:live/3/1/master.m3u8', 'http://10.0.0.8:8080/a/b.m3u8?x=1', `${cdn}/c.m3u8`].map(
      (url, index) => ({ sortNum: index + 1, name: '', url }),
    )
    expect((await set({ periodId, urls })).urls).toEqual(urls)
  })

  test.each([
    ['https://elsewhere.example/a.m3u8', '页面不能从 https://elsewhere.example 播放，请先把它加进 MEDIA_ORIGINS'],
    ['https://user:secret@cdn.example.com/a.m3u8', '播放地址里不能有用户名和密码'],
    ['javascript:alert(1)', '播放地址要以 https:// 开头，或是 store: 片库地址'],
    ['//cdn.example.com/a.m3u8', '播放地址要以 https:// 开头，或是 store: 片库地址'],
    ['store:../secret/master.m3u8', '片库地址要写成 store:文件夹/文件.m3u8'],
    ['store:film/key.pem', '片库地址要写成 store:文件夹/文件.m3u8'],
  ])('refuses %s in words, and nothing is changed', async (url, message) => {
    const { periodId } = await buildLiveLesson(backend)
    await expect(set({ periodId, urls: [slides, { ...camera, url }], notice: '不会留下' })).rejects.toMatchObject({
      code: 4004,
      message,
    })
    expect(await look({ periodId })).toMatchObject({ roomId: null, notice: null })
  })

  test('refuses nine addresses, double places, passwords, false groups', async () => {
    const { periodId } = await buildLiveLesson(backend)
    await expect(
      set({ periodId, urls: Array.from({ length: 9 }, (_, index) => ({ ...slides, sortNum: index + 1 })) }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(set({ periodId, urls: [slides, { ...camera, sortNum: 1 }] })).rejects.toMatchObject({
      code: 4004,
      message: '每个播放地址的序号要不一样',
    })
    await expect(set({ periodId, password: 'mima88' })).rejects.toMatchObject({
      code: 4004,
      message: '只有答疑室可以设密码',
    })
    await expect(set({ periodId, qqGroup: '一二三' })).rejects.toMatchObject({ status: 400 })
    expect(await look({ periodId })).toMatchObject({ roomId: null, urls: [] })
  })

  test('of a missing or timeless lesson isn’t set up', async () => {
    for (const which of [{ periodId: 999_999 }, { roomId: 999_999 }, {}])
      await expect(set({ ...which, notice: '在吗' })).rejects.toMatchObject({ code: 404 })
    const { periodId, scheduleId } = await buildLiveLesson(backend)
    await backend.db.deleteFrom('schedulePeriods').where('schedulePeriods.scheduleId', '=', scheduleId).execute()
    await expect(set({ periodId, notice: '在吗' })).rejects.toMatchObject({
      code: 4004,
      message: '这节课还没有排上时间',
    })
  })
})

describe('a room for questions', () => {
  const enter = (cookie: string, id: number) =>
    backend.as(cookie).call('GET /api/live-solution-room/get-live-info', { id })

  test('password changes are told inside, never written anywhere', async () => {
    const roomId = await buildAnswerRoom(backend)
    const { cookie } = await registerLearner(backend)
    const tell = (password: string) =>
      backend.as(cookie).call('POST /api/live-solution-room/check-password', { id: roomId, password })
    expect(await set({ roomId, password: 'mima88' })).toMatchObject({
      hasPassword: true,
      url: `/solutionRoom/${roomId}`,
    })
    expect(await enter(cookie, roomId)).toMatchObject({ needPassword: true })
    expect(await tell('mima88')).toBe(true)
    await set({ roomId, password: 'mima99' })
    expect(await enter(cookie, roomId)).toMatchObject({ answerRoomStatus: 0, needPassword: true, im: null })
    expect(await tell('mima88')).toBe(false)
    expect(await tell('mima99')).toBe(true)
    expect(await set({ roomId, password: null })).toMatchObject({ hasPassword: false })
    expect(await enter((await registerLearner(backend)).cookie, roomId)).toMatchObject({ answerRoomStatus: 1 })
    expect((await audits(roomId)).map(({ detail }) => detail)).toEqual([
      { password: 'set' },
      { password: 'set' },
      { password: 'cleared' },
    ])
  })

  test('has no class, so it has no group of one', async () => {
    const roomId = await buildAnswerRoom(backend)
    await expect(set({ roomId, qqGroup: '123456' })).rejects.toMatchObject({ code: 4004, message: '这间教室没有班级' })
  })
})
