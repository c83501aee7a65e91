import { beforeAll, describe, expect, test } from 'vitest'
import { chat } from '#server/backend/account/closing/export-chat-store.ts'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { freshMsgId } from '../support/chat-client.ts'
import {
  buildAnswerRoom,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  type BuiltLesson,
  nameFor,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'
import { readPart } from '../support/export-steps.ts'

const backend = backendOfFile()
let lesson: BuiltLesson
let teacher: Learner
beforeAll(async () => {
  lesson = await buildLiveLesson(backend, { free: false })
  teacher = await buildLessonTeacher(backend, lesson)
})

interface Classroom {
  room: RoomRow
  groupId: string
  learner: Learner
}

/** A class of its own with one learner; time is back at the beginning. */
async function classroom(): Promise<Classroom> {
  backend.clock.set(testNow)
  const own = await buildLiveLesson(backend, { free: false, courseId: lesson.courseId })
  await nameFor(backend, own.scheduleId, teacher.userId, 'teacher')
  const room = await openRoom(backend, own)
  return { room, groupId: room.groupKey, learner: await buildEnrolled(backend, own) }
}

const say = async ({ cookie }: Learner, groupId: string, text: string, clientMsgId = freshMsgId()): Promise<number> =>
  (await backend.as(cookie).call('POST /api/im/send-msg', { groupId, clientMsgId, text })).seq

const read = (
  { cookie }: Learner,
  groupId: string,
  more: object = {},
): Promise<CallOutput<'GET /api/im/message-history-list'>> =>
  backend.as(cookie).call('GET /api/im/message-history-list', { groupId, ...more })

const wait = (ms: number): void => backend.clock.set(backend.clock.now() + ms)

async function stored({ room }: Classroom): Promise<{ seq: number; content: object }[]> {
  return backend.database.db
    .selectFrom('imMessages')
    .select(['imMessages.seq', 'imMessages.content'])
    .where('imMessages.groupId', '=', room.groupId)
    .orderBy('imMessages.seq')
    .execute()
}

describe('what is said in a room', () => {
  test('has number, sender and time, read by the whole room', async () => {
    const { groupId, learner } = await classroom()
    expect(await say(learner, groupId, '  老师好 \n')).toBe(1)
    expect(await say(teacher, groupId, '大家好')).toBe(2)
    const [first, second] = await read(teacher, groupId)
    expect(first).toMatchObject({
      seq: 1,
      type: 'text',
      text: { text: '老师好', at: [] },
      time: testNow,
      recalled: false,
      from: { userId: String(learner.userId), userType: 'vip' },
    })
    expect(second).toMatchObject({ seq: 2, text: { text: '大家好' }, from: { userType: 'teacher' } })
  })

  test('is kept as text, whatever it looks like', async () => {
    const { groupId, learner } = await classroom()
    const html = '<img src=x onerror=alert(1)><b>粗</b> & "引号"'
    await say(learner, groupId, html)
    await say(learner, groupId, 'a\u0007bc\nd')
    await expect(say(learner, groupId, 'half of a sign \ud800')).rejects.toMatchObject({ status: 400 })
    expect((await read(learner, groupId)).map(({ text }) => text?.text)).toEqual([html, 'abc\nd'])
  })

  test('must be something, and at most 300 characters', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    for (const text of ['   ', '\n', '\u200b\u2060', '\u0001'])
      await expect(say(learner, groupId, text)).rejects.toMatchObject({ code: 4004, message: '先写点什么再发送' })
    await expect(say(learner, groupId, '长'.repeat(301))).rejects.toMatchObject({ status: 400 })
    expect(await stored(room)).toEqual([])
    expect(await say(learner, groupId, '长'.repeat(300))).toBe(1)
  })

  test('is said once however often sent, even when muted since', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    const id = freshMsgId()
    const seqs = await Promise.all(Array.from({ length: 5 }, () => say(learner, groupId, '只说一次', id)))
    expect(seqs).toEqual([1, 1, 1, 1, 1])
    await backend
      .as(teacher.cookie)
      .call('POST /api/im/estoppel', { groupId, userId: String(learner.userId), isEstoppel: true })
    expect(await say(learner, groupId, '只说一次', id)).toBe(1)
    expect((await stored(room)).map(({ seq }) => seq)).toEqual([1, 2])
  })

  test('by many at once has numbers without a gap', async () => {
    const own = await buildLiveLesson(backend, { free: true })
    const room = await openRoom(backend, own)
    const many = await Promise.all(Array.from({ length: 12 }, () => registerLearner(backend)))
    const seqs = await Promise.all(
      many.flatMap((learner) => [1, 2, 3].map((time) => say(learner, room.groupKey, `第 ${time} 句`))),
    )
    expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    const all = await read(many[0] as Learner, room.groupKey, { size: 200 })
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
  })

  test('five at once, then one a second', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    for (let time = 0; time < 5; time += 1) await say(learner, groupId, '快')
    await expect(say(learner, groupId, '太快')).rejects.toMatchObject({ code: 4004, message: '说得太快了，歇一下' })
    wait(999)
    await expect(say(learner, groupId, '太快')).rejects.toMatchObject({ code: 4004 })
    wait(1)
    await say(learner, groupId, '好了')
    await expect(say(learner, groupId, '太快')).rejects.toMatchObject({ code: 4004 })
    expect(await stored(room)).toHaveLength(6)
  })

  test('is refused half an hour after class, except the teacher’s', async () => {
    const { groupId, learner, room } = await classroom()
    await say(learner, groupId, '在上课')
    backend.clock.set(room.endAt.getTime() + 30 * 60_000)
    await say(learner, groupId, '刚下课')
    wait(1)
    await expect(say(learner, groupId, '太晚')).rejects.toMatchObject({
      code: 4004,
      message: '课已经结束，不能再发言了',
    })
    await say(teacher, groupId, '补充一句')
    expect(await read(learner, groupId)).toHaveLength(3)
  })
})

describe('reading back', () => {
  test('goes back page by page, and forward from a number', async () => {
    const { groupId, learner } = await classroom()
    for (let time = 1; time <= 12; time += 1) {
      await say(learner, groupId, `第 ${time} 句`)
      wait(1000)
    }
    const seqs = async (more: object): Promise<number[]> => (await read(learner, groupId, more)).map(({ seq }) => seq)
    expect(await seqs({ size: 5 })).toEqual([8, 9, 10, 11, 12])
    expect(await seqs({ size: 5, beforeSeq: 8 })).toEqual([3, 4, 5, 6, 7])
    expect(await seqs({ size: 5, beforeSeq: 3 })).toEqual([1, 2])
    expect(await seqs({ size: 5, afterSeq: 0 })).toEqual([1, 2, 3, 4, 5])
    expect(await seqs({ afterSeq: 10 })).toEqual([11, 12])
    expect(await seqs({ afterSeq: 12 })).toEqual([])
    await expect(read(learner, groupId, { size: 201 })).rejects.toMatchObject({ status: 400 })
  })

  test('is for those who may be in the room', async () => {
    const { groupId } = await classroom()
    const stranger = await registerLearner(backend)
    await expect(read(stranger, groupId)).rejects.toMatchObject({ code: 4004, message: '这节课要先报名才能看' })
    await expect(say(stranger, groupId, '我来了')).rejects.toMatchObject({ code: 4004 })
    await expect(read(stranger, 'room-0')).rejects.toMatchObject({ code: 404 })
    await expect(backend.api.call('GET /api/im/message-history-list', { groupId })).rejects.toMatchObject({ code: -3 })
  })

  test('is for staff only in a room they keep closed', async () => {
    const { groupId, learner, room } = await classroom()
    await say(learner, groupId, '还开着')
    await backend.database.db
      .updateTable('liveRooms')
      .set({ isOpen: false })
      .where('liveRooms.id', '=', room.id)
      .execute()
    await expect(read(learner, groupId)).rejects.toMatchObject({ code: 404, message: '教室还没有开放' })
    await expect(say(learner, groupId, '关了')).rejects.toMatchObject({ code: 404 })
    expect(await read(teacher, groupId)).toHaveLength(1)
  })

  test('in a room for questions needs its password first', async () => {
    backend.clock.set(testNow)
    const id = await buildAnswerRoom(backend, {
      passwordHash: await backend.context.passwords.hash('芝麻开门', '10.0.0.1'),
    })
    const learner = await registerLearner(backend)
    await expect(read(learner, `room-${id}`)).rejects.toMatchObject({ code: 4004, message: '请先输入答疑室的密码' })
    expect(await read(await buildStaff(backend, 'education'), `room-${id}`)).toEqual([])
    await backend.as(learner.cookie).call('POST /api/live-solution-room/check-password', { id, password: '芝麻开门' })
    expect(await read(learner, `room-${id}`)).toEqual([])
  })
})

describe('taking a message back', () => {
  const recall = ({ cookie }: Learner, groupId: string, msgSeq: number): Promise<boolean> =>
    backend.as(cookie).call('POST /api/im/recall-msg', { groupId, msgSeq })

  test('removes its words for everybody, and says which it was', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    await say(learner, groupId, '说错了的秘密')
    wait(120_000)
    expect(await recall(learner, groupId, 1)).toBe(true)
    const [message, announcement] = await read(teacher, groupId)
    expect(message).toMatchObject({ seq: 1, text: null, recalled: true })
    expect(announcement).toMatchObject({
      seq: 2,
      type: 'system',
      systemType: 2,
      system: { seqs: [1], userId: String(learner.userId) },
      from: null,
    })
    expect(JSON.stringify(await backend.database.db.selectFrom('imMessages').selectAll().execute())).not.toContain(
      '说错了的秘密',
    )
  })

  test('is the author’s for two minutes, always the staff’s', async () => {
    const { groupId, learner, room } = await classroom()
    const other = await buildEnrolled(backend, { courseId: lesson.courseId, scheduleId: room.scheduleId as number })
    await say(learner, groupId, '第一句')
    await expect(recall(other, groupId, 1)).rejects.toMatchObject({
      code: 4004,
      message: '只能撤回自己两分钟内发的消息',
    })
    wait(120_001)
    await expect(recall(learner, groupId, 1)).rejects.toMatchObject({ code: 4004 })
    expect((await read(learner, groupId))[0]).toMatchObject({ recalled: false, text: { text: '第一句' } })
    wait(3_600_000)
    await recall(teacher, groupId, 1)
    expect(await read(learner, groupId)).toMatchObject([
      { recalled: true },
      { system: { seqs: [1], userId: String(teacher.userId) } },
    ])
  })

  test('by staff is audited; an author’s own is not', async () => {
    const { groupId, learner, room } = await classroom()
    for (const text of ['第一句', '第二句']) await say(learner, groupId, text)
    await recall(learner, groupId, 2)
    for (let time = 0; time < 2; time += 1) await recall(teacher, groupId, 1)
    const rows = await backend.db
      .selectFrom('staffAudits')
      .select(['staffAudits.staffId', 'staffAudits.action', 'staffAudits.detail'])
      .where('staffAudits.subject', '=', 'room')
      .where('staffAudits.subjectId', '=', String(room.id))
      .execute()
    expect(rows).toEqual([{ staffId: teacher.userId, action: 'im.recall', detail: { seq: 1 } }])
  })

  test('twice, by two at once, is the same as once', async () => {
    const { groupId, learner, room } = await classroom()
    await say(learner, groupId, '撤回两次')
    expect(
      await Promise.all([recall(learner, groupId, 1), recall(teacher, groupId, 1), recall(teacher, groupId, 1)]),
    ).toEqual([true, true, true])
    expect(await recall(learner, groupId, 1)).toBe(true)
    expect(await systemMessagesOf(backend, room)).toHaveLength(1)
  })

  test('is not for system messages nor missing ones', async () => {
    const { groupId, learner } = await classroom()
    await say(learner, groupId, '第一句')
    await recall(teacher, groupId, 1)
    await expect(recall(teacher, groupId, 2)).rejects.toMatchObject({ code: 404 })
    await expect(recall(teacher, groupId, 99)).rejects.toMatchObject({ code: 404 })
  })
})

test('exported data have what one said, without recalled words', async () => {
  const { groupId, learner, room } = await classroom()
  await say(learner, groupId, '留下的')
  await say(learner, groupId, '收回的')
  await say(
    await buildEnrolled(backend, { courseId: lesson.courseId, scheduleId: room.scheduleId as number }),
    groupId,
    '别人的',
  )
  await backend.as(learner.cookie).call('POST /api/im/recall-msg', { groupId, msgSeq: 2 })
  expect(chat.name).toBe('聊天记录.json')
  expect(await readPart(chat, backend.database.db, learner.userId)).toEqual([
    { 教室: room.title, 时间: '2026-03-11 12:00:00', 内容: '留下的', 撤回时间: null },
    { 教室: room.title, 时间: '2026-03-11 12:00:00', 内容: null, 撤回时间: '2026-03-11 12:00:00' },
  ])
})

describe('a gift', () => {
  async function gifts(): Promise<number[]> {
    const { db } = backend.database
    const rows = await db
      .insertInto('gifts')
      .values([
        { name: '小红花', img: '/pictures/flower.svg', sort: -2 },
        { name: '收起来的', img: '/pictures/gone.svg', sort: -1, enabled: false },
      ])
      .returning('gifts.id')
      .execute()
    return rows.map(({ id }) => id)
  }
  const give = (
    { cookie }: Learner,
    groupId: string,
    giftId: number,
    { clientMsgId = freshMsgId(), amount = 3 } = {},
  ): Promise<boolean> =>
    backend.as(cookie).call('POST /api/im/give-gift', { groupId, giftId, count: amount, clientMsgId })

  test('is kept once and shown to everybody', async () => {
    const { groupId, learner, room } = await classroom()
    const [flower = 0] = await gifts()
    expect((await backend.as(learner.cookie).call('GET /api/im/gift-list', { groupId }))[0]).toEqual({
      id: flower,
      name: '小红花',
      img: '/pictures/flower.svg',
    })
    const id = freshMsgId()
    expect(
      await Promise.all([
        give(learner, groupId, flower, { clientMsgId: id }),
        give(learner, groupId, flower, { clientMsgId: id }),
      ]),
    ).toEqual([true, true])
    expect(await give(learner, groupId, flower, { clientMsgId: id })).toBe(true)
    expect(await read(teacher, groupId)).toMatchObject([
      {
        seq: 1,
        type: 'custom',
        customType: 2,
        text: null,
        gift: { giftId: flower, name: '小红花', count: 3 },
        from: { userId: String(learner.userId) },
      },
    ])
    expect(
      await backend.database.db
        .selectFrom('giftRecords')
        .selectAll()
        .where('giftRecords.roomId', '=', room.id)
        .execute(),
    ).toHaveLength(1)
  })

  test('counts as speaking: same pace, mutes and choice', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    const [flower = 0, hidden = 0] = await gifts()
    await expect(give(learner, groupId, hidden)).rejects.toMatchObject({ code: 404 })
    for (const amount of [0, 100])
      await expect(give(learner, groupId, flower, { amount })).rejects.toMatchObject({ status: 400 })
    for (let time = 0; time < 5; time += 1) await give(learner, groupId, flower)
    await expect(give(learner, groupId, flower)).rejects.toMatchObject({ code: 4004, message: '说得太快了，歇一下' })
    wait(60_000)
    await backend
      .as(teacher.cookie)
      .call('POST /api/im/estoppel', { groupId, userId: String(learner.userId), isEstoppel: true })
    await expect(give(learner, groupId, flower)).rejects.toMatchObject({
      code: 4004,
      message: '你已被禁言，暂时不能发言',
    })
    expect(
      await backend.database.db
        .selectFrom('giftRecords')
        .selectAll()
        .where('giftRecords.roomId', '=', room.room.id)
        .execute(),
    ).toHaveLength(5)
  })
})
