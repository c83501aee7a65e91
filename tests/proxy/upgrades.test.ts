import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imSocketPath } from '#shared/contract/im-socket.ts'
import { oneService, ownCall, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { reply } from '../support/fake-service.ts'

/** More than the proxy keeps connections to a service. */
const crowd = 70

let service: Server
let waiting: Set<Socket>
let site: ProxySite
let clients: Socket[]

beforeEach(async () => {
  waiting = new Set()
  clients = []
  service = createServer((_req, res) => reply(res, null))
  // takes every upgrade and never says a word
  service.on('upgrade', (_req, socket) => {
    waiting.add(socket as Socket)
    socket.on('error', () => undefined)
    socket.once('end', () => socket.end())
    socket.resume().once('close', () => {
      waiting.delete(socket as Socket)
      service.emit('let-go')
    })
    service.emit('waits')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await site.close()
  for (const socket of waiting) socket.destroy()
  service.closeAllConnections()
  service.close()
})

async function start(firstByteMs: number): Promise<void> {
  const limits = { connectMs: 1000, firstByteMs: { read: firstByteMs, one: 5000, steps: 5000 }, idleMs: 1000 }
  site = await startProxySite(oneService(`http://127.0.0.1:${(service.address() as AddressInfo).port}`), {}, { limits })
}

/** Asks for a socket at `path`; answers what comes until the connection ends. */
function upgrade(path: string): { client: Socket; ended: Promise<string> } {
  const client = connect(Number(new URL(site.base).port), '127.0.0.1')
  clients.push(client)
  const ended = new Promise<string>((resolve) => {
    let text = ''
    client.on('data', (data: Buffer) => (text += data.toString()))
    client.on('error', () => undefined)
    client.once('close', () => resolve(text))
  })
  client.write(
    `GET ${path} HTTP/1.1\r\nHost: www.example.com\r\nSec-Fetch-Site: same-origin\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  )
  return { client, ended }
}

async function until(isSo: () => boolean, event: 'waits' | 'let-go'): Promise<void> {
  while (!isSo()) await once(service, event)
}

test('sockets that nobody answers hold up no call', async () => {
  await start(2000)
  for (let count = 0; count < crowd; count++) upgrade(imSocketPath)
  await until(() => waiting.size === crowd, 'waits')
  expect((await site.send('/gateway/ping', { headers: ownCall })).status).toBe(200)
})

test('an unanswered socket is ended, its client gone or not', async () => {
  await start(50)
  const { client } = upgrade(imSocketPath)
  const { ended } = upgrade(imSocketPath)
  // has left before
  client.destroy()
  await ended
  await until(() => waiting.size === 0, 'let-go')
})

test.each(['/api/user/info', '/gateway/ping', `${imSocketPath}x`, '/api'])(
  '%s is no socket: its upgrade is refused',
  async (path) => {
    await start(2000)
    expect(await upgrade(path).ended).toContain(' 404 ')
    expect(waiting.size).toBe(0)
  },
)
