import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#server/context.ts'
import { createFront } from '#server/front.ts'
import { createDrain } from '#server/http/drain.ts'
import { imSocketPath } from '#shared/contract/im-socket.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { type ChatClient, createReader, joinChat, openSocket } from '../support/chat-client.ts'
import { buildLiveLesson, openRoom } from '../support/live-rooms.ts'
import { type School, startSchool, testHost, testOrigin } from '../support/test-site.ts'

/** Shorter than any pause between two pings of a socket. */
const slowReaderMs = 400

let school: School
let groupId: string
let learner: Learner
beforeAll(async () => {
  school = await startSchool({
    SLOW_READER_MS: String(slowReaderMs),
    KEEP_ALIVE_TIMEOUT_MS: '300',
    REQUEST_TIMEOUT_MS: '400',
  })
  groupId = (await openRoom(school.backend, await buildLiveLesson(school.backend))).groupKey
  learner = await registerLearner(school.backend)
})
afterAll(() => school?.close())

const own = { Host: testHost, Origin: testOrigin }
const join = (base = school.site.base, headers: Record<string, string> = own): Promise<ChatClient> =>
  joinChat(school.backend.as(learner.cookie), base, { groupId, reader: createReader(), headers })

/** A connection that has become a chat's and says nothing. */
async function openSilently(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `GET ${imSocketPath}?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${testHost}\r\nOrigin: ${testOrigin}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [head] = await once(socket, 'data')
  expect(String(head)).toContain('101 Switching Protocols')
  socket.resume()
  return socket
}

describe('a room’s socket at the front', () => {
  test('goes through to the room and back', async () => {
    const client = await join()
    expect(await client.send('隔着前门')).toMatchObject({ ok: true })
    await client.until(() => client.reader.messages.length === 1)
    client.close()
  })

  test.each([
    ['another site', { ...own, Origin: 'https://evil.example' }],
    ['no site at all', { Host: testHost }],
    ['a page that the browser calls cross-site', { ...own, 'Sec-Fetch-Site': 'cross-site' }],
    ['another host', { Host: 'evil.example', Origin: testOrigin }],
  ])('is refused when it comes from %s', async (_from, headers) => {
    const { sign } = await school.backend.as(learner.cookie).call('GET /api/im/join-group', { groupId })
    const socket = openSocket(school.site.base, { groupId, sign }, headers)
    await new Promise((resolve) => socket.once('connect_error', resolve))
    // the ticket was never shown: it still lets in
    const again = openSocket(school.site.base, { groupId, sign }, own)
    await new Promise((resolve) => again.once('ready', resolve))
    again.disconnect()
  })

  test('may be silent for longer than any other connection', async () => {
    const client = await join()
    // a plain connection that is as silent is cut: that is how long this one outlives
    const plain = connect(Number(new URL(school.site.base).port), '127.0.0.1')
    await once(plain, 'close')
    const other = connect(Number(new URL(school.site.base).port), '127.0.0.1')
    await once(other, 'close')
    expect(client.socket.connected).toBe(true)
    expect(await client.send('还在')).toMatchObject({ ok: true })
    client.close()
  })

  test('keeps its place; silent ones make room', async () => {
    const { config, log } = school.site.context
    const connections = { ...config.connections, most: 6, mostPerAddress: 0 }
    const context = createContext({ ...config, connections }, { log })
    const front = createFront(context).listen(0, '127.0.0.1')
    await once(front, 'listening')
    const port = (front.address() as AddressInfo).port
    const inside = await join(`http://127.0.0.1:${port}`)
    const silent = await Promise.all(Array.from({ length: 5 }, () => openSilently(port)))
    const late = await join(`http://127.0.0.1:${port}`)
    expect(await late.send('还有位置')).toMatchObject({ ok: true })
    expect(await inside.send('还坐着')).toMatchObject({ ok: true })
    expect(silent.filter(({ destroyed }) => destroyed)).toHaveLength(1)
    for (const socket of silent) socket.destroy()
    inside.close()
    late.close()
    await createDrain({ server: front, onBegin: () => undefined }).drain()
    await context.close()
  })

  test('ends with its web process, which doesn’t wait', async () => {
    const context = createContext(school.site.context.config, { log: school.site.context.log })
    const front = createFront(context).listen(0, '127.0.0.1')
    await once(front, 'listening')
    const address = front.address()
    const client = await join(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    const gone = client.until(() => client.socket.disconnected)
    await createDrain({ server: front, onBegin: () => undefined }).drain()
    await gone
    await context.close()
    const again = await join()
    expect(again.socket.connected).toBe(true)
    again.close()
  })
})
