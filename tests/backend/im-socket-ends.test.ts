import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type ChatClient, type ChatServer, joinChat, rawOf, startChatServer } from '../support/chat-client.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'

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

const texts = ({ reader }: ChatClient): (string | undefined)[] => reader.messages.map(({ text }) => text?.text)

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

  test('when its session has rested too long', async () => {
    const learner = await registerLearner(backend)
    const client = await join(learner)
    const restedSince = new Date(testNow - (backend.context.config.session.idleSeconds + 60) * 1000)
    await backend.database.db
      .updateTable('sessions')
      .set({ lastSeenAt: restedSince })
      .where('sessions.userId', '=', learner.userId)
      .execute()
    await ended(client)
    expect(client.ends).toEqual(['session'])
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
    const again = await joinChat(backend.as(learner.cookie), server.base, { groupId, reader: client.reader })
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
