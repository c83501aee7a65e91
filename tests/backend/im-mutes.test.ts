import { beforeAll, describe, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { freshMsgId } from '../support/chat-client.ts'
import {
  buildAssistant,
  buildEnrolled,
  buildLessonTeacher,
  buildLiveLesson,
  type BuiltLesson,
  nameFor,
  openRoom,
  systemMessagesOf,
} from '../support/live-rooms.ts'

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

const wait = (ms: number): void => backend.clock.set(backend.clock.now() + ms)

async function stored({ room }: Classroom): Promise<{ seq: number; content: object }[]> {
  return backend.database.db
    .selectFrom('imMessages')
    .select(['imMessages.seq', 'imMessages.content'])
    .where('imMessages.groupId', '=', room.groupId)
    .orderBy('imMessages.seq')
    .execute()
}

describe('a mute', () => {
  const mute = (
    { cookie }: Learner,
    groupId: string,
    { userId }: Learner,
    { isEstoppel = true, minutes }: { isEstoppel?: boolean; minutes?: number } = {},
  ): Promise<boolean> =>
    backend.as(cookie).call('POST /api/im/estoppel', {
      groupId,
      userId: String(userId),
      isEstoppel,
      ...(minutes === undefined ? {} : { minutes }),
    })
  const refusal = { code: 4004, message: '你已被禁言，暂时不能发言' }

  test('silences in that room until lifted, and everybody hears', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    await mute(teacher, groupId, learner)
    await expect(say(learner, groupId, '我要说话')).rejects.toMatchObject(refusal)
    expect(await stored(room)).toHaveLength(1)
    const elsewhere = await openRoom(backend, await buildLiveLesson(backend))
    expect(await say(learner, elsewhere.groupKey, '别处可以')).toBe(1)
    await mute(teacher, groupId, learner, { isEstoppel: false })
    wait(10_000)
    expect(await say(learner, groupId, '谢谢')).toBe(3)
    expect(await systemMessagesOf(backend, room.room)).toMatchObject([
      { systemType: 6, content: { userId: String(learner.userId), isEstoppel: true, untilTime: null } },
      { systemType: 6, content: { userId: String(learner.userId), isEstoppel: false } },
    ])
  })

  test('with a term ends by itself, and another can follow', async () => {
    const { groupId, learner, room } = await classroom()
    await mute(teacher, groupId, learner, { minutes: 10 })
    const joined = await backend.as(learner.cookie).call('GET /api/im/join-group', { groupId })
    expect(joined.me).toMatchObject({ isEstoppel: true, untilTime: testNow + 600_000 })
    const seen = () =>
      backend.as(teacher.cookie).call('GET /api/im/user-detail', { groupId, userId: String(learner.userId) })
    expect(await seen()).toMatchObject({ isEstoppel: true, untilTime: testNow + 600_000 })
    wait(599_999)
    await expect(say(learner, groupId, '还没到')).rejects.toMatchObject(refusal)
    wait(1)
    expect(await seen()).toMatchObject({ isEstoppel: false, untilTime: null })
    expect(await say(learner, groupId, '到了')).toBe(2)
    await mute(teacher, groupId, learner, { minutes: 5 })
    await expect(say(learner, groupId, '又被禁')).rejects.toMatchObject(refusal)
    expect(await systemMessagesOf(backend, room)).toHaveLength(2)
  })

  test('by two at once is one; lifting none is silent', async () => {
    const { groupId, learner, room } = await classroom()
    const assistant = await buildAssistant(backend, [room])
    await Promise.all([
      mute(teacher, groupId, learner),
      mute(assistant, groupId, learner),
      mute(teacher, groupId, learner),
    ])
    expect(await systemMessagesOf(backend, room)).toHaveLength(1)
    await Promise.all([
      mute(teacher, groupId, learner, { isEstoppel: false }),
      mute(assistant, groupId, learner, { isEstoppel: false }),
    ])
    expect(await systemMessagesOf(backend, room)).toHaveLength(2)
  })

  test('while somebody speaks: nothing of theirs comes after it', async () => {
    const room = await classroom()
    const { groupId, learner } = room
    const said = [1, 2, 3, 4].map(() => say(learner, groupId, '抢着说').catch(() => 0))
    await Promise.all([...said, mute(teacher, groupId, learner), say(learner, groupId, '最后').catch(() => 0)])
    const all = await backend.database.db
      .selectFrom('imMessages')
      .select(['imMessages.seq', 'imMessages.systemType'])
      .where('imMessages.groupId', '=', room.room.groupId)
      .execute()
    const muted = all.find(({ systemType }) => systemType === 6)?.seq ?? 0
    expect(Math.max(...all.map(({ seq }) => seq))).toBe(muted)
  })

  test('is the staff’s, and never of the staff', async () => {
    const { groupId, learner, room } = await classroom()
    await expect(mute(learner, groupId, learner)).rejects.toMatchObject({
      code: 4004,
      message: '只有老师和助教可以这样做',
    })
    const assistant = await buildAssistant(backend, [room])
    await expect(mute(teacher, groupId, assistant)).rejects.toMatchObject({ code: 4004, message: '不能禁言老师和助教' })
    await expect(mute(assistant, groupId, teacher)).rejects.toMatchObject({ code: 4004 })
    const foreign = await buildStaff(backend, 'teacher')
    await expect(mute(foreign, groupId, learner)).rejects.toMatchObject({ code: 4004 })
    // not even to lift one of before they kept order here
    for (const isEstoppel of [true, false])
      await expect(mute(assistant, groupId, assistant, { isEstoppel })).rejects.toMatchObject({
        code: 4004,
        message: '不能对自己禁言或解除禁言',
      })
    await expect(mute(teacher, groupId, { ...learner, userId: 999_999_999 })).rejects.toMatchObject({ code: 404 })
  })
})
