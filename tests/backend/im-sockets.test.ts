import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type ChatClient,
  type ChatServer,
  freshMsgId,
  joinChat,
  openSocket,
  rawOf,
  startChatServer,
} from '../support/chat-client.ts'
import { countStatements } from '../support/count-statements.ts'
import { buildAssistant, buildLiveLesson, openRoom } from '../support/live-rooms.ts'

const backend = backendOfFile()
let server: ChatServer
let room: RoomRow
let groupId: string
let clients: ChatClient[] = []

beforeAll(async () => {
  server = await startChatServer(backend)
})
afterAll(async () => {
  await server?.close()
})
beforeEach(async () => {
  room = await openRoom(backend, await buildLiveLesson(backend))
  groupId = room.groupKey
})
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})

async function join(learner: Pick<Learner, 'cookie'>): Promise<ChatClient> {
  const client = await joinChat(backend.as(learner.cookie), server.base, { groupId })
  clients.push(client)
  return client
}

const ticketOf = async ({ cookie }: Learner): Promise<{ groupId: string; sign: string }> => {
  const { id, sign } = await backend.as(cookie).call('GET /api/im/join-group', { groupId })
  return { groupId: id, sign }
}

/** What the server says to a socket: 'ready', or why not. */
function knock(auth: object): Promise<string> {
  const socket = openSocket(server.base, auth)
  return new Promise((resolve) => {
    socket.once('ready', () => {
      socket.disconnect()
      resolve('ready')
    })
    socket.once('connect_error', ({ message }) => resolve(message))
  })
}

const texts = ({ reader }: ChatClient): (string | undefined)[] => reader.messages.map(({ text }) => text?.text)

describe('a ticket', () => {
  test('that came with entering lets in too, once', async () => {
    const { cookie } = await registerLearner(backend)
    const { im } = await backend.as(cookie).call('GET /api/live/enter/play', { periodId: room.periodId ?? 0 })
    expect(await knock({ groupId: im?.id, sign: im?.sign })).toBe('ready')
    expect(await knock({ groupId: im?.id, sign: im?.sign })).toBe('ticket')
  })

  test('lets in once', async () => {
    const ticket = await ticketOf(await registerLearner(backend))
    expect(await knock(ticket)).toBe('ready')
    expect(await knock(ticket)).toBe('ticket')
  })

  test('lets only one of many in that come at once', async () => {
    const ticket = await ticketOf(await registerLearner(backend))
    expect((await Promise.all(Array.from({ length: 6 }, () => knock(ticket)))).sort()).toEqual([
      'ready',
      ...Array.from({ length: 5 }, () => 'ticket'),
    ])
  })

  test('is good for a minute', async () => {
    const learner = await registerLearner(backend)
    const [early, late] = [await ticketOf(learner), await ticketOf(learner)]
    backend.clock.set(testNow + 59_999)
    expect(await knock(early)).toBe('ready')
    backend.clock.set(testNow + 60_000)
    expect(await knock(late)).toBe('ticket')
  })

  test('is of its room, and of nobody’s making', async () => {
    const ticket = await ticketOf(await registerLearner(backend))
    const [payload = '', seal = ''] = ticket.sign.split('.')
    const other = Buffer.from(
      Buffer.from(payload, 'base64url')
        .toString()
        .replace(/,(\d+),/, ',1,'),
    ).toString('base64url')
    const forged = [
      { ...ticket, groupId: 'room-1' },
      { groupId, sign: `${other}.${seal}` },
      { groupId, sign: `${payload}.` },
      { groupId, sign: 5 },
      { groupId },
      {},
    ]
    for (const auth of forged) expect(await knock(auth)).toBe('ticket')
    expect(await knock(ticket)).toBe('ready')
  })

  test('that isn’t good ends the connection', async () => {
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/api/im/ws?EIO=4&transport=websocket`)
    const heard: string[] = []
    socket.addEventListener('message', ({ data }) => {
      heard.push(String(data).slice(0, 2))
      if (heard.length === 1) socket.send('40{"groupId":"room-1","sign":"none"}')
    })
    await new Promise((resolve) => socket.addEventListener('close', resolve))
    // the connection is open, joining is refused, the engine closes
    expect(heard).toEqual(['0{', '44'])
  })

  test('isn’t given to those who may not be there', async () => {
    const own = await openRoom(backend, await buildLiveLesson(backend, { free: false }))
    const { cookie } = await registerLearner(backend)
    await expect(backend.as(cookie).call('GET /api/im/join-group', { groupId: own.groupKey })).rejects.toMatchObject({
      code: 4004,
    })
    await expect(backend.as(cookie).call('GET /api/im/join-group', { groupId: 'room-0' })).rejects.toMatchObject({
      code: 404,
    })
    await expect(backend.api.call('GET /api/im/join-group', { groupId })).rejects.toMatchObject({ code: -3 })
  })

  test('is for WebSockets only', async () => {
    const response = await fetch(`${server.base}/api/im/ws?EIO=4&transport=polling`)
    expect(response.status).toBe(400)
  })
})

describe('in a room', () => {
  test('what one says all hear, in order, under their numbers', async () => {
    const [first, second] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    expect(await first.send('<b>你好</b>')).toEqual({ ok: true, seq: 1 })
    expect(await second.send('  听到了 ')).toEqual({ ok: true, seq: 2 })
    for (const client of [first, second]) {
      await client.until(() => client.reader.lastSeq === 2)
      expect(texts(client)).toEqual(['<b>你好</b>', '听到了'])
    }
  })

  test('a message is the same by call and by socket', async () => {
    const learner = await registerLearner(backend)
    const client = await join(learner)
    const clientMsgId = freshMsgId()
    await backend.as(learner.cookie).call('POST /api/im/send-msg', { groupId, clientMsgId, text: '一次' })
    expect(await client.send('一次', clientMsgId)).toEqual({ ok: true, seq: 1 })
    await client.until(() => client.reader.lastSeq === 1)
    expect(client.reader.messages[0]).toMatchObject({
      clientMsgId,
      from: { userId: String(learner.userId), userType: 'freeStudy' },
    })
  })

  test('who sends without pause asks the database no more', async () => {
    const learner = await registerLearner(backend)
    const [one, other] = [await join(learner), await join(learner)]
    const sendAll = (client: ChatClient) => Promise.all(Array.from({ length: 15 }, () => client.send('刷屏')))
    const first = [...(await sendAll(one)), ...(await sendAll(other))]
    expect(first.filter(({ ok }) => ok)).toHaveLength(5)
    // neighbours of this file ask nothing meanwhile: every question is theirs
    const asked = await countStatements(backend, async () => {
      const refused = [...(await sendAll(one)), ...(await sendAll(other))]
      expect(new Set(refused.map((sent) => JSON.stringify(sent)))).toEqual(
        new Set([JSON.stringify({ ok: false, code: 4004, msg: '说得太快了，歇一下' })]),
      )
    })
    expect(asked).toEqual({ statements: 0, transactions: 0 })
  })

  test('the rules of speaking hold for sockets, too', async () => {
    const assistant = await buildAssistant(backend, [room])
    const learner = await registerLearner(backend)
    const client = await join(learner)
    for (let time = 0; time < 5; time += 1) expect(await client.send('快')).toMatchObject({ ok: true })
    expect(await client.send('太快')).toEqual({ ok: false, code: 4004, msg: '说得太快了，歇一下' })
    backend.clock.set(testNow + 10_000)
    expect(await client.send('长'.repeat(301))).toMatchObject({ ok: false, code: 0 })
    expect(await client.send(' ')).toMatchObject({ ok: false, code: 4004 })
    await backend
      .as(assistant.cookie)
      .call('POST /api/im/estoppel', { groupId, userId: String(learner.userId), isEstoppel: true })
    expect(await client.send('被禁言了')).toEqual({ ok: false, code: 4004, msg: '你已被禁言，暂时不能发言' })
    await client.until(() => client.reader.lastSeq === 6)
    expect(client.reader.messages[5]).toMatchObject({
      type: 'system',
      systemType: 6,
      system: { userId: String(learner.userId), isEstoppel: true },
    })
  })

  test('who was away reads what was missed', async () => {
    const [here, away] = [await registerLearner(backend), await registerLearner(backend)]
    const reader = await join(away)
    const talker = await join(here)
    await talker.send('第一句')
    await reader.until(() => reader.reader.lastSeq === 1)
    rawOf(reader.socket).terminate()
    for (const text of ['第二句', '第三句']) await talker.send(text)
    const again = await joinChat(backend.as(away.cookie), server.base, { groupId, reader: reader.reader })
    clients.push(again)
    expect(texts(again)).toEqual(['第一句', '第二句', '第三句'])
  })

  test('a notice reaches everybody and is only the teacher’s', async () => {
    const learner = await registerLearner(backend)
    const assistant = await buildAssistant(backend, [room])
    const client = await join(learner)
    const ask = { groupId, type: 9, payload: JSON.stringify({ notice: '九点休息' }) } as const
    await expect(backend.as(learner.cookie).call('GET /api/im/send-system-notify', ask)).rejects.toMatchObject({
      code: 4004,
    })
    await backend.as(assistant.cookie).call('GET /api/im/send-system-notify', ask)
    await client.until(() => client.reader.lastSeq === 1)
    expect(client.reader.messages).toMatchObject([{ seq: 1, systemType: 9, system: { notice: '九点休息' } }])
    for (const type of [4, 11, 'x'])
      await expect(
        backend.as(assistant.cookie).call('GET /api/im/send-system-notify', { ...ask, type: type as 9 }),
      ).rejects.toMatchObject({ status: 400 })
    for (const type of [2, 6] as const)
      await expect(
        backend.as(assistant.cookie).call('GET /api/im/send-system-notify', { groupId, type }),
      ).rejects.toMatchObject({ code: 4004 })
  })

  test('heads count open connections, a learner once', async () => {
    const learner = await registerLearner(backend)
    const [one, two] = [await join(learner), await join(learner)]
    const other = await join(await registerLearner(backend))
    await one.until(() => one.presence.at(-1) === 2)
    const list = await backend.as(learner.cookie).call('GET /api/im/list-student', { groupId })
    expect(list.onlineCount).toBe(2)
    expect(list.fakeStudents).toEqual([])
    expect(list.members.map(({ onLine }) => onLine)).toEqual([true, true])
    two.close()
    other.close()
    await one.until(() => one.presence.at(-1) === 1)
    expect(await backend.as(learner.cookie).call('GET /api/im/list-real-userId', { groupId })).toEqual([
      String(learner.userId),
    ])
  })
})

describe('people of a room', () => {
  test('are nobody while nobody has opened it', async () => {
    const { cookie } = await registerLearner(backend)
    const lesson = await buildLiveLesson(backend)
    for (const key of [{ periodId: lesson.periodId }, { groupId: 'room-999999' }])
      expect(await backend.as(cookie).call('GET /api/im/list-student', key)).toEqual({
        members: [],
        onlineCount: 0,
        fakeStudents: [],
      })
  })

  test('are listed staff first, and found by parts of names', async () => {
    const assistant = await buildAssistant(backend, [room], { nickname: '助教小周' })
    const [absent, present] = [
      await registerLearner(backend, { nickname: 'A缺席_1' }),
      await registerLearner(backend, { nickname: 'B在场的' }),
    ]
    await ticketOf(absent)
    await join(present)
    await ticketOf(assistant)
    const names = async (search?: string): Promise<string[]> =>
      (await backend.as(present.cookie).call('GET /api/im/list-student', { groupId, search })).members.map(
        ({ nickname }) => nickname,
      )
    expect(await names()).toEqual(['助教小周', 'B在场的', 'A缺席_1'])
    expect(await names('在场')).toEqual(['B在场的'])
    expect(await names('a缺')).toEqual(['A缺席_1'])
    expect(await names('%')).toEqual([])
  })

  test('are told by their ids, strangers aren’t', async () => {
    const [learner, stranger] = [await registerLearner(backend), await registerLearner(backend)]
    const { cookie } = learner
    await ticketOf(learner)
    const found = await backend.as(cookie).call('POST /api/im/user-info', {
      groupId,
      userIds: [String(learner.userId), String(stranger.userId), '9999999999999999999'],
    })
    expect(found).toMatchObject([{ userId: String(learner.userId), userType: 'freeStudy', isEstoppel: false }])
    await expect(
      backend.as(cookie).call('GET /api/im/user-detail', { groupId, userId: String(stranger.userId) }),
    ).rejects.toMatchObject({ code: 404 })
  })

  test('show what they own of the offer to staff only', async () => {
    const learner = await registerLearner(backend)
    const assistant = await buildAssistant(backend, [room])
    await ticketOf(learner)
    await backend.database.db
      .updateTable('liveRooms')
      .set({ saleProductId: room.productId })
      .where('liveRooms.id', '=', room.id)
      .execute()
    const ask = { groupId, userId: String(learner.userId) }
    expect(await backend.as(assistant.cookie).call('GET /api/im/user-detail', ask)).toMatchObject({
      saleInfo: { productId: room.productId, isBuy: false },
    })
    expect(await backend.as(learner.cookie).call('GET /api/im/user-detail', ask)).toMatchObject({ saleInfo: null })
  })
})
