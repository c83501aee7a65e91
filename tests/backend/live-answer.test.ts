import { beforeAll, describe, expect, test } from 'vitest'
import { buildStaff, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildAnswerRoom, buildAssistant, buildEnrolled, buildLiveLesson, openRoom } from '../support/live-rooms.ts'

const minute = 60_000
const hour = 60 * minute

const backend = backendOfFile()
let passwordHash: string
beforeAll(async () => {
  passwordHash = await backend.context.passwords.hash('mima88', '10.0.0.1')
})

const enter = (cookie: string, id: number) =>
  backend.as(cookie).call('GET /api/live-solution-room/get-live-info', { id })
const tell = (cookie: string, id: number, password: string) =>
  backend.as(cookie).call('POST /api/live-solution-room/check-password', { id, password })

describe('a room for questions', () => {
  test('is open to whoever is signed in, with its chat', async () => {
    const id = await buildAnswerRoom(backend, { title: '公开答疑', notice: '先写步骤' })
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, id)).toMatchObject({
      title: '公开答疑',
      answerRoomStatus: 1,
      message: '',
      needPassword: false,
      notice: '先写步骤',
      groupId: `room-${id}`,
      liveInfo: { liveStatus: 2, roomId: id },
    })
    await expect(enter('', id)).rejects.toMatchObject({ code: -3 })
  })

  test('unknown ones and class rooms are code 404', async () => {
    const { cookie } = await registerLearner(backend)
    const classRoom = await openRoom(backend, await buildLiveLesson(backend))
    for (const id of [999_999_999, classRoom.id]) await expect(enter(cookie, id)).rejects.toMatchObject({ code: 404 })
  })

  test.each([
    ['closed', { isOpen: false }, '这间答疑室已经关闭'],
    [
      'not begun',
      { beginAt: new Date(testNow + hour), endAt: new Date(testNow + 2 * hour) },
      '答疑还没有开始，03-11 13:00 开放',
    ],
    ['over', { beginAt: new Date(testNow - 2 * hour), endAt: new Date(testNow - hour) }, '这场答疑已经结束'],
  ])('one that is %s says so and lets nobody in', async (_state, values, message) => {
    const id = await buildAnswerRoom(backend, { ...values, notice: '里面的话', passwordHash })
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, id)).toMatchObject({
      answerRoomStatus: 0,
      message,
      needPassword: false,
      notice: null,
      groupId: null,
      im: null,
      playUrl: null,
      videoOptions: null,
    })
    await expect(tell(cookie, id, 'mima88')).rejects.toMatchObject({ code: 4004, message })
  })

  test('a course’s own is for its learners and staff', async () => {
    const lesson = await buildLiveLesson(backend, { free: false })
    const id = await buildAnswerRoom(backend, { productId: lesson.courseId })
    expect(await enter((await registerLearner(backend)).cookie, id)).toMatchObject({
      answerRoomStatus: 0,
      message: '报名这门课后才能进答疑室',
      course: { id: lesson.courseId },
    })
    expect(await enter((await buildEnrolled(backend, lesson)).cookie, id)).toMatchObject({ answerRoomStatus: 1 })
    expect(await enter((await buildAssistant(backend, [lesson])).cookie, id)).toMatchObject({ answerRoomStatus: 1 })
    expect(await enter((await buildStaff(backend, 'follow')).cookie, id)).toMatchObject({ answerRoomStatus: 0 })
  })

  test('shows what staff have hung up to those inside', async () => {
    const id = await buildAnswerRoom(backend, { passwordHash })
    const { cookie } = await registerLearner(backend)
    const assistant = await buildStaff(backend, 'education')
    const pendant = { type: 'link', title: '作业要求', img: null, url: '/article/1.html', refId: null }
    await backend.as(assistant.cookie).call('GET /api/im/send-system-notify', {
      groupId: `room-${id}`,
      type: 10,
      payload: JSON.stringify({ pendant }),
    } as never)
    expect((await enter(cookie, id)).livePendant).toEqual({})
    await tell(cookie, id, 'mima88')
    expect((await enter(cookie, id)).livePendant).toEqual({ link: pendant })
  })

  test('has its operator’s address, a watermark and a chat key', async () => {
    const id = await buildAnswerRoom(backend)
    await backend.database.db
      .insertInto('liveRoomUrls')
      .values({ roomId: id, sortNum: 1, name: '老师', url: 'https://cdn.example.com/a.m3u8' })
      .execute()
    const { userId, cookie } = await registerLearner(backend, { nickname: '看答疑的' })
    expect(await enter(cookie, id)).toMatchObject({
      playUrl: 'https://cdn.example.com/a.m3u8',
      urlInfoV2: [{ sortNum: 1, name: '老师' }],
      videoOptions: { watermark: expect.stringMatching(/^看答疑的 \d{3}\*{4}\d{4}$/), captions: [] },
      im: { id: `room-${id}` },
    })
    const member = await backend.database.db
      .selectFrom('roomMembers')
      .select('roomMembers.userType')
      .where('roomMembers.roomId', '=', id)
      .where('roomMembers.userId', '=', userId)
      .executeTakeFirst()
    expect(member).toEqual({ userType: 'freeStudy' })
  })
})

describe('its password', () => {
  test('lets in whoever tells it, for good; staff need none', async () => {
    const id = await buildAnswerRoom(backend, { passwordHash })
    const { cookie } = await registerLearner(backend)
    expect(await enter(cookie, id)).toMatchObject({
      answerRoomStatus: 0,
      needPassword: true,
      message: '',
      groupId: null,
    })
    expect(await tell(cookie, id, 'wrong')).toBe(false)
    expect(await tell(cookie, id, 'mima88')).toBe(true)
    expect(await enter(cookie, id)).toMatchObject({ answerRoomStatus: 1, needPassword: false, groupId: `room-${id}` })
    expect(await tell(cookie, id, 'anything')).toBe(true)
    expect(await enter((await buildStaff(backend, 'education')).cookie, id)).toMatchObject({ answerRoomStatus: 1 })
  })

  test('five wrong tries lock it ten minutes for everything', async () => {
    const id = await buildAnswerRoom(backend, { passwordHash, endAt: new Date(testNow + hour) })
    const { cookie } = await registerLearner(backend)
    for (let time = 0; time < 5; time += 1) expect(await tell(cookie, id, `wrong${time}`)).toBe(false)
    await expect(tell(cookie, id, 'mima88')).rejects.toMatchObject({
      code: 4004,
      message: '密码错误次数过多，请在 12:10 后再试',
    })
    expect(await enter(cookie, id)).toMatchObject({ needPassword: true, lockedTime: testNow + 10 * minute })
    const other = await registerLearner(backend)
    expect(await tell(other.cookie, id, 'mima88')).toBe(true)
    backend.clock.set(testNow + 10 * minute)
    expect(await enter(cookie, id)).toMatchObject({ needPassword: true, lockedTime: null })
    for (let time = 0; time < 4; time += 1) expect(await tell(cookie, id, 'wrong')).toBe(false)
    expect(await tell(cookie, id, 'mima88')).toBe(true)
  })

  test('thirty guesses at the same moment are five tries', async () => {
    const id = await buildAnswerRoom(backend, { passwordHash })
    const { cookie } = await registerLearner(backend)
    const guesses = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => tell(cookie, id, `guess${index}`)),
    )
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await enter(cookie, id)).toMatchObject({ answerRoomStatus: 0, lockedTime: testNow + 10 * minute })
  })

  test('a room without one needs none', async () => {
    const id = await buildAnswerRoom(backend)
    expect(await tell((await registerLearner(backend)).cookie, id, 'x')).toBe(true)
  })

  test('a free course’s room still needs enrolment', async () => {
    const productId = await buildProduct(backend.database, { lectureType: 1, priceFen: 0 })
    const id = await buildAnswerRoom(backend, { productId, passwordHash })
    await expect(tell((await registerLearner(backend)).cookie, id, 'mima88')).rejects.toMatchObject({
      code: 4004,
      message: '报名这门课后才能进答疑室',
    })
  })
})
