import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRoomStore, type RoomStore } from '#client/features/room/im-client.ts'
import { createEmbeddedDriver } from '#client/features/room/im-embedded.ts'
import type { RoomRow } from '#server/backend/live/room-store.ts'
import type { Api } from '#shared/contract/calls.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { type ChatServer, freshMsgId, startChatServer } from '../support/chat-client.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'

const learnersCount = 8
const messagesEach = 25
const disconnects = 1000
/** One cut in so many is the server's own end, of all connections. */
const crashEvery = 60
/** The shipped client waits a second and more before it comes back: here so many times less. */
const hurry = 20
/** STORM_SEED repeats a run. */
const seed = Number(process.env.STORM_SEED ?? Date.now() % 2 ** 31)

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

/** The same numbers for the same seed. */
function createRandom(from: number): (below: number) => number {
  let state = from
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The calls of a learner's page; nobody joins so often in a minute as here. */
function callsOf({ cookie, userId }: Learner): Api {
  const api = backend.as(cookie)
  const call = async (route: string, input: unknown): Promise<unknown> => {
    if (route === 'GET /api/im/join-group') await backend.context.limits.clear('imJoin', String(userId))
    return api.call(route as never, input as never)
  }
  return { ...api, call } as unknown as Api
}

/** The client that pages have, as they have it. */
function openPage(learner: Learner, sent: Set<string>): RoomStore {
  return createRoomStore({
    api: callsOf(learner),
    where: { groupId: room.groupKey },
    createDriver: async () => createEmbeddedDriver(server.base),
    createId: () => {
      const id = freshMsgId()
      sent.add(id)
      return id
    },
    later: (ms, run) => {
      const timer = setTimeout(run, ms / hurry)
      return () => clearTimeout(timer)
    },
  })
}

/** Resolves as soon as it is true of a page's chat. */
function until(store: RoomStore, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isSo()) return
      stop()
      resolve()
    }
    const stop = store.subscribe(look)
    look()
  })
}

/** Says one thing after another; what the server refuses because it came too fast is said once more, as by the button beside it. */
async function talk(store: RoomStore): Promise<void> {
  for (let count = 0; count < messagesEach; count += 1) {
    store.send(`第 ${count} 句`, [])
    for (;;) {
      const { outgoing } = store.getState()
      if (outgoing.length === 0) break
      const failed = outgoing.filter(({ state }) => state === 'failed')
      if (failed.length > 0) backend.clock.set(backend.clock.now() + 250)
      for (const { clientMsgId } of failed) store.retry(clientMsgId)
      await turn()
    }
  }
}

test('through a thousand cut connections and restarts the shipped client has all that was said, in order, once', { timeout: 300_000 }, async () => {
  console.info(`The seed of this storm is ${seed}; STORM_SEED=${seed} repeats it.`)
  const random = createRandom(seed)
  const sent = new Set<string>()
  const stores: RoomStore[] = []
  for (let index = 0; index < learnersCount; index += 1) stores.push(openPage(await registerLearner(backend), sent))
  for (const store of stores) store.start()
  await Promise.all(stores.map((store) => until(store, () => store.getState().phase === 'joined')))

  const speaking = Promise.all(stores.map(talk))
  for (let [cut, rounds] = [0, 0]; cut < disconnects; rounds += 1) {
    if (server.open === 0) {
      await turn()
      continue
    }
    if (rounds % crashEvery === crashEvery - 1) {
      cut += server.open
      await server.crash()
      continue
    }
    server.cut(random(server.open))
    cut += 1
    for (let pause = random(6); pause > 0; pause -= 1) await turn()
  }
  await speaking
  const all = learnersCount * messagesEach
  await Promise.all(stores.map((store) => until(store, () => store.getState().phase === 'joined' && store.getState().messages.length >= all)))

  const stored = await backend.database.db.selectFrom('imMessages').select(['imMessages.seq', 'imMessages.clientMsgId']).where('imMessages.groupId', '=', room.groupId).orderBy('imMessages.seq').execute()
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: all }, (_, index) => index + 1))
  expect(new Set(stored.map(({ clientMsgId }) => clientMsgId))).toEqual(sent)
  for (const store of stores) {
    expect(store.getState().messages.map(({ seq, clientMsgId }) => ({ seq, clientMsgId }))).toEqual(stored)
    store.stop()
  }
})
