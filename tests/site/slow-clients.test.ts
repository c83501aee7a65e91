import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { startTestSite, type TestSite, testHost, testOrigin } from '../support/test-site.ts'

const host = `Host: ${testHost}\r\n`
const read = `GET /api/search/hot-search HTTP/1.1\r\n${host}\r\n`
const write = `POST /api/ubas/flow-collect HTTP/1.1\r\n${host}Origin: ${testOrigin}\r\nreqSource: pcSite\r\n`
const json = 'Content-Type: application/json\r\n'
/** More than the system's own buffers take for somebody who reads nothing. */
const large = 24 * 1024 * 1024

const firstTrace = 'a'.repeat(32)

let service: FakeService
let site: TestSite | undefined
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  service = await startFakeService()
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await site?.close()
  await service.stop()
})

/** A site in which only the named times and bounds are short. */
async function startSite(env: Record<string, string>): Promise<void> {
  site = await startTestSite(service.base, {}, { WARM_UP_PAGES: '0', ...env })
}

interface Client {
  readonly socket: Socket
  /** All that has come when the site has closed the connection. */
  readonly closed: Promise<string>
  /** Resolves when this has come. */
  until(part: string): Promise<void>
}

async function open(bytes: string): Promise<Client> {
  const socket = connect(Number(new URL(site?.get('/').url ?? '').port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  const heard: (() => void)[] = []
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    for (const tell of heard) tell()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  await once(socket, 'connect')
  socket.write(bytes)
  return {
    socket,
    closed,
    until: (part) =>
      new Promise((resolve) => {
        const tell = (): void => {
          if (text.includes(part)) resolve()
        }
        heard.push(tell)
        tell()
      }),
  }
}

/** Keeps sending a byte until the connection is gone, as slow attackers do. */
function dribble({ socket, closed }: Client): Promise<string> {
  const timer = setInterval(() => socket.writable && socket.write(' '), 10)
  return closed.finally(() => clearInterval(timer))
}

function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
}

describe('a client that is slow to ask', () => {
  it('gets 408 when its headers dribble in', async () => {
    await startSite({ HEADERS_TIMEOUT_MS: '200' })
    const text = await dribble(await open(`GET / HTTP/1.1\r\n${host}X-Slow: `))
    expect(statuses(text)).toEqual([408])
    expect(text).toContain('Connection: close')
  })

  it('gets 408 when it says nothing at all', async () => {
    await startSite({ HEADERS_TIMEOUT_MS: '200' })
    expect(statuses(await (await open('')).closed)).toEqual([408])
  })

  it.each([
    ['a small body', json],
    ['a file', 'Content-Type: application/octet-stream\r\n'],
  ])('gets 408 when %s dribbles in, reaching no service', async (_name, type) => {
    await startSite({ REQUEST_TIMEOUT_MS: '200' })
    const text = await dribble(await open(`${write}${type}Content-Length: 90000\r\n\r\n{`))
    expect(statuses(text)).toEqual([408])
    expect(service.arrivals).toHaveLength(0)
  })

  it('gets one answer when refused before its body came', async () => {
    await startSite({ REQUEST_TIMEOUT_MS: '200' })
    const text = await dribble(
      await open(`POST /api/ubas/flow-collect HTTP/1.1\r\n${host}${json}Content-Length: 90000\r\n\r\n{`),
    )
    expect(statuses(text)).toEqual([403])
  })

  it('may take its time with a body that comes steadily', async () => {
    await startSite({ REQUEST_TIMEOUT_MS: '200' })
    const begun = 'x'.repeat(100_000)
    const client = await open(
      `${write}Content-Type: application/octet-stream\r\nContent-Length: ${begun.length + 1}\r\n\r\n${begun}`,
    )
    const arrived = service.next()
    // Begun later and already over its time.
    const other = await dribble(await open(`${write}${json}Content-Length: 90000\r\n\r\n{`))
    expect(statuses(other)).toEqual([408])
    client.socket.write('x')
    expect((await arrived).body).toHaveLength(begun.length + 1)
    await client.until('200 OK')
  })

  it('holds a connection no longer than idling allows', async () => {
    await startSite({ KEEP_ALIVE_TIMEOUT_MS: '100' })
    expect(statuses(await (await open(read)).closed)).toEqual([200])
  })
})

describe('a client that is slow to read', () => {
  it('holds no service’s connection by queued answers', async () => {
    await startSite({})
    // More answers than there are connections to the service; those that come first on a connection are long in coming.
    const [clients, ahead] = [11, 7]
    const firsts: (() => void)[] = []
    service.answer = (req, res) => {
      if (req.headers.traceparent?.includes(firstTrace)) firsts.push(() => reply(res, 'first'))
      else reply(res, 'x'.repeat(200_000))
    }
    const first = read.replace('\r\n\r\n', `\r\ntraceparent: 00-${firstTrace}-${'1'.repeat(16)}-01\r\n\r\n`)
    const opened = await Promise.all(Array.from({ length: clients }, () => open(first + read.repeat(ahead - 1))))
    while (service.arrivals.length < clients * ahead) await service.next()
    service.answer = (_req, res) => reply(res, 'quick')
    await (await open(read)).until('"quick"')
    for (const answer of firsts) answer()
    await Promise.all(opened.map((client) => client.until('"first"')))
  })

  it('is cut when nothing of a large answer is taken', async () => {
    await startSite({ SLOW_READER_MS: '200' })
    let gone: Promise<unknown> = Promise.resolve()
    service.answer = (_req, res) => {
      gone = once(res, 'close')
      reply(res, 'x'.repeat(large))
    }
    const arrived = service.next()
    const client = await open(read)
    client.socket.pause()
    await arrived
    // The service's own connection is free again: nobody waits for the client any more.
    await gone
    client.socket.resume()
    expect((await client.closed).length).toBeLessThan(large)
  })

  it('is cut when waiting for readers takes much memory', async () => {
    await startSite({ UNREAD_MAX_BYTES: '1024' })
    const client = await open('')
    let gone: Promise<unknown> = Promise.resolve()
    service.answer = (_req, res) => {
      gone = once(res, 'close')
      reply(res, 'x'.repeat(large))
    }
    const arrived = service.next()
    client.socket.pause()
    client.socket.write(read)
    await arrived
    await gone
    client.socket.resume()
    expect((await client.closed).length).toBeLessThan(large)
  })

  it('may not send requests far ahead of its answers', async () => {
    await startSite({})
    const text = await (await open(read.repeat(50))).closed
    expect(statuses(text).length).toBeLessThan(50)
    expect(new Set(statuses(text))).toEqual(new Set([200]))
    expect(text.match(/^connection: close/gim)).toHaveLength(1)
    expect(service.arrivals.length).toBe(statuses(text).length)
  })
})

describe('more connections than the site takes', () => {
  it.each([
    ['in all', { MAX_CONNECTIONS: '4', MAX_CONNECTIONS_PER_ADDRESS: '0' }],
    ['of one address', { MAX_CONNECTIONS_PER_ADDRESS: '4' }],
  ])('%s: the longest holders make room for askers', async (_name, env) => {
    await startSite(env)
    const holding: Client[] = []
    for (let count = 0; count < 4; count += 1) {
      const client = await open(read)
      await client.until('"body":null')
      holding.push(client)
    }
    const newcomer = await open(read)
    await newcomer.until('"body":null')
    await holding[0]?.closed
    expect(holding.map(({ socket }) => socket.readyState)).toEqual(['closed', 'open', 'open', 'open'])
  })

  it('a connection being answered is never closed for another', async () => {
    await startSite({ MAX_CONNECTIONS: '2', MAX_CONNECTIONS_PER_ADDRESS: '0' })
    const answers: (() => void)[] = []
    service.answer = (_req, res) => void answers.push(() => reply(res, 'made'))
    const clients: Client[] = []
    for (let count = 0; count < 2; count += 1) {
      const arrived = service.next()
      clients.push(await open(read))
      await arrived
    }
    const newcomer = await open(read)
    expect(await newcomer.closed).toBe('')
    for (const answer of answers) answer()
    await Promise.all(clients.map((client) => client.until('"made"')))
  })
})
