import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as it arrived at the service. */
export interface Arrival {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A little service that stands where a real one would: it records what arrives and answers what the test says. */
export interface FakeService {
  /** Its address as configured. */
  readonly base: string
  readonly arrivals: Arrival[]
  readonly connections: number
  /** Answers the next requests; `reply` when the test gives none. */
  answer(req: IncomingMessage, res: ServerResponse, arrival: Arrival): void
  /** Waits for the next request that has arrived whole. */
  next(): Promise<Arrival>
  stop(): Promise<void>
  /** Listens again at the same address. */
  restart(): Promise<void>
}

/** Sends an envelope of code 1 with this body. */
export function reply(
  res: ServerResponse,
  body: unknown,
  { code = 1, msg = 'success', status = 200 }: { code?: number; msg?: string; status?: number } = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ code, msg, body, Time: 1 }))
}

/** Starts one on a free port, or on a socket when `path` is given. */
export async function startFakeService(path?: string): Promise<FakeService> {
  const sockets = new Set<Socket>()
  let connections = 0
  let heard: ((arrival: Arrival) => void)[] = []
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('error', () => undefined)
    req.once('end', () => {
      const arrival = {
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(parts).toString(),
      }
      service.arrivals.push(arrival)
      service.answer(req, res, arrival)
      for (const tell of heard.splice(0)) tell(arrival)
    })
  })
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(path ?? { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const port = path === undefined ? (server.address() as AddressInfo).port : 0
  const service: FakeService = {
    base: path === undefined ? `http://127.0.0.1:${port}` : `unix:${path}`,
    arrivals: [],
    get connections() {
      return connections
    },
    answer: (_req, res) => reply(res, null),
    next: () => new Promise((resolve) => heard.push(resolve)),
    async stop() {
      heard = []
      if (!server.listening) return
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
    async restart() {
      server.listen(path ?? { port, host: '127.0.0.1' })
      await once(server, 'listening')
    },
  }
  return service
}
