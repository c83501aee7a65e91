import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
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
  const client = await joinChat(backend.as(learner.cookie), server.base, groupId)
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
    const again = await joinChat(backend.as(away.cookie), server.base, groupId, reader.reader)
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

describe('a connection ends', () => {
  const ended = (client: ChatClient): Promise<void> => client.until(() => client.socket.disconnected)

  test('with its session, and its learner is told', async () => {
    const learner = await registerLearner(backend)
    const [client, other] = [await join(learner), await join(await registerLearner(backend))]
    await openSessionOf(backend, learner.userId)
    await ended(client)
    expect(client.ends).toEqual(['session'])
    expect(other.socket.connected).toBe(true)
  })

  test('within two seconds when that session ends elsewhere', async () => {
    const [learner, app] = [await registerLearner(backend), await registerLearner(backend)]
    // as if by the app: one account, two channels
    await backend.database.db
      .updateTable('sessions')
      .set({ userId: learner.userId, channel: 'app' })
      .where('sessions.userId', '=', app.userId)
      .execute()
    const [here, there] = [await join(learner), await join(app)]
    const began = Date.now()
    await backend.as(learner.cookie).call('POST /api/user/sessions/end-others', {})
    await ended(there)
    expect(Date.now() - began).toBeLessThan(2000)
    expect([there.ends, here.socket.connected]).toEqual([['session'], true])
  })

  test('when the process does, and the next one is joined', async () => {
    const learner = await registerLearner(backend)
    const client = await join(learner)
    const ends = ended(client)
    await backend.endSockets()
    await ends
    expect(client.ends).toEqual(['restart'])
    await server.crash()
    const again = await joinChat(backend.as(learner.cookie), server.base, groupId, client.reader)
    clients.push(again)
    expect(await again.send('又来了')).toEqual({ ok: true, seq: 1 })
  })

  test('by frames faster than anybody types', async () => {
    const [flooder, other] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    for (let time = 0; time < 60; time += 1) flooder.socket.emit('missed', { afterSeq: 0 }, () => undefined)
    await ended(flooder)
    expect(flooder.ends).toEqual(['flood'])
    expect(await other.send('我还在')).toMatchObject({ ok: true })
  })

  test('by too many unanswered questions; earlier ones are answered', async () => {
    const [asker, other] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    let answered = 0
    for (let time = 0; time < 30; time += 1) asker.socket.emit('missed', { afterSeq: 0 }, () => (answered += 1))
    await ended(asker)
    expect(asker.ends).toEqual(['flood'])
    expect(answered).toBeLessThanOrEqual(16)
    expect(await other.send('我还在')).toMatchObject({ ok: true })
  })

  test('not by sudden messages: too much is refused', async () => {
    const [speaker, other] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    const sent = await Promise.all(Array.from({ length: 30 }, (_, index) => speaker.send(`第 ${index} 句`)))
    expect(sent.filter(({ ok }) => ok)).toHaveLength(5)
    expect(speaker.ends).toEqual([])
    await other.until(() => other.reader.messages.length === 5)
    expect(texts(other)).toEqual(Array.from({ length: 5 }, (_, index) => `第 ${index} 句`))
  })

  /** A frame of so many bytes that says too much. */
  const frameOf = (bytes: number): string => {
    const [head, tail] = ['4299["send",{"clientMsgId":"message-x","text":"', '"}]']
    return `${head}${'x'.repeat(bytes - head.length - tail.length)}${tail}`
  }

  test('not by a 64 KB frame, read and refused', async () => {
    const client = await join(await registerLearner(backend))
    rawOf(client.socket).send(frameOf(64 * 1024))
    expect(await client.send('短一些')).toEqual({ ok: true, seq: 1 })
    expect(client.ends).toEqual([])
  })

  test.each([
    ['longer than 64 KB', frameOf(64 * 1024 + 1)],
    ['that is no packet', 'garbage'],
    ['whose packet can’t be read', '42{"not":'],
    ['of a kind that there isn’t', '49'],
    ['with binary parts without end', '4599999999-["send"]'],
    ['that asks for what can’t be', '421["missed",{"afterSeq":"x"}]'],
    ['that asks nothing', '42["send",{"clientMsgId":"message-x","text":"没有回执"}]'],
  ])('by a frame %s; the others stay', async (_what, frame) => {
    const [bad, other] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    rawOf(bad.socket).send(frame)
    await ended(bad)
    expect(await other.send('我还在')).toEqual({ ok: true, seq: 1 })
  })

  test('for the oldest of eleven pages of one learner', async () => {
    const learner = await registerLearner(backend)
    const oldest = await join(learner)
    for (let page = 0; page < 10; page += 1) await join(learner)
    await ended(oldest)
    expect(oldest.ends).toEqual(['removed'])
    expect(clients.filter(({ socket }) => socket.connected)).toHaveLength(10)
  })

  test('for a reader a megabyte behind; others get everything', async () => {
    const [slow, other] = [await join(await registerLearner(backend)), await join(await registerLearner(backend))]
    let isGone = false
    const left = other
      .until(() => other.presence.at(-1) === 1)
      .then(() => {
        isGone = true
      })
    await other.until(() => other.presence.at(-1) === 2)
    rawOf(slow.socket).pause()
    const filler = 'x'.repeat(256 * 1024)
    const message = (seq: number): ImMessage => ({
      seq,
      clientMsgId: null,
      from: null,
      type: 'system',
      customType: null,
      systemType: 9,
      text: null,
      gift: null,
      system: { notice: filler },
      time: testNow,
      recalled: false,
    })
    let seq = 0
    while (!isGone && seq < 200) {
      seq += 1
      backend.context.im.publish(groupId, message(seq))
      await other.until(() => other.reader.lastSeq === seq)
    }
    await left
    expect(other.reader.messages.map((one) => one.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
    rawOf(slow.socket).resume()
    await ended(slow)
  })
})
