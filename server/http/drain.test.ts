import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { createDrain } from './drain.ts'

async function start(
  listener: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<{ server: Server; ask(agent: Agent): Promise<{ status: number; connection: string }> }> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  function ask(agent: Agent): Promise<{ status: number; connection: string }> {
    return new Promise((resolve, reject) => {
      get({ agent, port, host: '127.0.0.1' }, (res) => {
        res.resume()
        res.once('end', () => resolve({ status: res.statusCode ?? 0, connection: res.headers.connection ?? '' }))
      }).once('error', reject)
    })
  }
  return { server, ask }
}

describe('a server that is stopped', () => {
  it('says so, finishes its work and asks clients to leave', async () => {
    let finish = (): void => undefined
    const { server, ask } = await start((_req, res) => {
      finish = () => void res.end('done')
    })
    const kept = new Agent({ keepAlive: true, maxSockets: 1 })
    const warm = ask(kept)
    await once(server, 'request')
    finish()
    expect((await warm).connection).toBe('keep-alive')
    const steps: string[] = []
    const drain = createDrain({ server, onBegin: () => steps.push('not ready'), quietMs: 100 })
    const ended = drain.drain().then(() => steps.push('ended'))
    expect(drain.draining).toBe(true)
    expect(drain.drain()).toBe(drain.drain())
    const last = ask(kept)
    await once(server, 'request')
    expect(steps).toEqual(['not ready'])
    finish()
    expect(await last).toEqual({ status: 200, connection: 'close' })
    await ended
    expect(steps).toEqual(['not ready', 'ended'])
    kept.destroy()
  })

  it('fails no request of clients that keep their connections', async () => {
    const { server, ask } = await start((_req, res) => void res.end('ok'))
    let stopped = false
    let answered = 0
    async function client(): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (;;) {
        const answer = await ask(agent).catch((error: NodeJS.ErrnoException) => error)
        // Nobody listens any more: a new connection is refused, which is no lost request.
        if (answer instanceof Error) {
          expect(answer).toMatchObject({ code: 'ECONNREFUSED' })
          expect(stopped).toBe(true)
          break
        }
        expect(answer.status).toBe(200)
        answered += 1
      }
      agent.destroy()
    }
    const clients = Promise.all(Array.from({ length: 20 }, client))
    while (answered < 200) await new Promise(setImmediate)
    const drain = createDrain({
      server,
      onBegin() {
        stopped = true
      },
      quietMs: 50,
    })
    await drain.drain()
    await clients
  })

  it('takes new connections until balancers see it leave', async () => {
    let isReady = true
    const { server, ask } = await start((_req, res) => void res.end('ok'))
    let left = false
    const drain = createDrain({
      server,
      onBegin: () => {
        isReady = false
      },
      quietMs: 20,
    })
    const ended = drain.drain(300).then(() => {
      left = true
    })
    for (let time = 0; time < 5; time += 1) {
      const agent = new Agent({ keepAlive: false })
      expect([isReady, left, (await ask(agent)).status]).toEqual([false, false, 200])
      agent.destroy()
    }
    await ended
    await expect(ask(new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('waits for the longest call, and for no longer one', async () => {
    const answers: ServerResponse[] = []
    const { server, ask } = await start((_req, res) => void answers.push(res))
    const agents = [new Agent(), new Agent()] as const
    const long = ask(agents[0])
    await once(server, 'request')
    const endless = expect(ask(agents[1])).rejects.toThrow()
    await once(server, 'request')
    let now = 0
    // asked for each time that the end looks for what is still open
    let looks = 0
    const elapsed = (): number => {
      looks += 1
      return now
    }
    const ended = createDrain({ server, onBegin: () => undefined, quietMs: 20, elapsed }).drain()
    // so long the proxy waits for a call of several steps (docs/limits.md)
    now = 27_000
    const before = looks
    await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 3))
    answers[0]?.end('done')
    expect(await long).toEqual({ status: 200, connection: 'close' })
    now += 3000
    await endless
    await ended
    for (const agent of agents) agent.destroy()
  })

  it('cuts what does not end within the limit', async () => {
    const { server, ask } = await start(() => undefined)
    const agent = new Agent({ keepAlive: true })
    const lost = expect(ask(agent)).rejects.toThrow()
    await once(server, 'request')
    await createDrain({ server, onBegin: () => undefined, quietMs: 20, limitMs: 60 }).drain()
    await lost
    agent.destroy()
  })
})
