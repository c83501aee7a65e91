import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer as simple as they come: it asks for readiness, and tries nothing twice. */
export interface Balancer {
  readonly base: string
  /** Ports that say they are ready. */
  readonly ready: ReadonlySet<number>
  close(): void
}

const lookEveryMs = 100

/** Spreads requests over the ports that were ready when last asked. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  const look = (port: number): void => {
    const asking = request({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: 1000 }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) ready.add(port)
      else ready.delete(port)
    })
    asking.once('timeout', () => asking.destroy())
    asking.once('error', () => ready.delete(port))
    asking.end()
  }

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const list = [...ready]
    const port = list[turn++ % list.length]
    const fail = (): void => void (res.headersSent ? res.destroy() : res.writeHead(502).end())
    if (port === undefined) return fail()
    const onward = request(
      { port, host: '127.0.0.1', method: req.method, path: req.url, headers: req.headers, agent },
      (answer) => {
        // Each hop has its own.
        const { connection: _own, ...headers } = answer.headers
        res.writeHead(answer.statusCode ?? 502, headers)
        answer.pipe(res)
        answer.once('error', fail)
      },
    )
    onward.once('error', fail)
    req.pipe(onward)
  }

  const server: Server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setInterval(() => ports.forEach(look), lookEveryMs)
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
