import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  type ChatClient,
  type ChatServer,
  createReader,
  freshMsgId,
  joinChat,
  type Reader,
  rawOf,
  startChatServer,
} from '../support/chat-client.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { createRandom } from '../support/seeded-random.ts'

const learnersCount = 8
const messagesEach = 25
const disconnects = 1000
/** One cut in so many is the server's own end, of all connections. */
const crashEvery = 60

const backend = backendOfFile()
let server: ChatServer
let room: RoomRow
beforeAll(async () => {
  server = await startChatServer(backend)
  room = await openRoom(backend, await buildLiveLesson(backend))
})
afterAll(async () => {
  await server?.close()
})

interface Participant {
  readonly learner: Learner
  readonly reader: Reader
  client: ChatClient | undefined
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Joins again and again until it is in: the server may be down, or go while it answers. */
async function comeBack(participant: Participant): Promise<ChatClient> {
  for (;;) {
    await backend.context.limits.clear('imJoin', String(participant.learner.userId))
    const client = await joinChat(backend.as(participant.learner.cookie), server.base, {
      groupId: room.groupKey,
      reader: participant.reader,
    }).catch(() => undefined)
    participant.client = client
    if (client?.socket.connected) return client
    await turn()
  }
}

async function stay(participant: Participant, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const client = await comeBack(participant)
    await client.until(() => client.socket.disconnected || isOver())
  }
}

/** Says a message until it has a number, as a page does: the same one after each new connection. */
async function talk(participant: Participant, sent: Set<string>): Promise<void> {
  for (let count = 0; count < messagesEach; count += 1) {
    const id = freshMsgId()
    for (;;) {
      const answer = await participant.client?.send(`第 ${count} 句`, id)
      if (answer?.ok) break
      // only who is told to slow down lets time pass: while nobody is connected, tickets would be over before they are used
      if (answer && answer.code !== 0) backend.clock.set(backend.clock.now() + 250)
      await turn()
    }
    sent.add(id)
  }
}

test('a thousand cut connections and restarts lose and repeat nothing', {
  timeout: 300_000,
}, async () => {
  const random = createRandom(20_260_311)
  const people: Participant[] = []
  for (let index = 0; index < learnersCount; index += 1)
    people.push({ learner: await registerLearner(backend), reader: createReader(0), client: undefined })
  const sent = new Set<string>()
  let cut = 0
  let talking = true
  const isOver = (): boolean => cut >= disconnects && !talking
  const staying = people.map((one) => stay(one, isOver))
  const speaking = Promise.all(people.map((one) => talk(one, sent))).finally(() => {
    talking = false
  })

  let rounds = 0
  while (cut < disconnects) {
    const open = people.filter(({ client }) => client?.socket.connected)
    if (open.length === 0) {
      await turn()
      continue
    }
    rounds += 1
    if (rounds % crashEvery === 0) {
      cut += open.length
      await server.crash()
      continue
    }
    const { client } = open[random(open.length)] as Participant & { client: ChatClient }
    cut += 1
    if (random(2) === 0) client.close()
    else rawOf(client.socket).terminate()
    for (let pause = random(6); pause > 0; pause -= 1) await turn()
  }
  await speaking
  for (const { client } of people) client?.close()
  await Promise.all(staying)

  const stored = await backend.database.db
    .selectFrom('imMessages')
    .select(['imMessages.seq', 'imMessages.clientMsgId'])
    .where('imMessages.groupId', '=', room.groupId)
    .orderBy('imMessages.seq')
    .execute()
  expect(stored.map(({ seq }) => seq)).toEqual(
    Array.from({ length: learnersCount * messagesEach }, (_, index) => index + 1),
  )
  expect(new Set(stored.map(({ clientMsgId }) => clientMsgId))).toEqual(sent)
  for (const one of people) {
    const client = await comeBack(one)
    await client.until(() => one.reader.lastSeq === stored.length)
    expect(one.reader.messages.map(({ seq, clientMsgId }) => ({ seq, clientMsgId }))).toEqual(stored)
  }
})
