import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a service answers: well, or in one of the ways in which real ones fail. */
export type Mood = 'well' | 'refused' | '503' | 'html' | 'half' | 'never'

/** A real backend behind a switch: it answers well until a test says otherwise, for all its calls or for some. */
export interface SwitchedService {
  readonly base: string
  /** From now on; `only` names the paths that are concerned. */
  turn(mood: Mood, only?: RegExp): void
  /** Calls that came since the start. */
  readonly asked: number
  close(): Promise<void>
}

const envelope = (code: number): string => JSON.stringify({ code, msg: '登录已过期，请重新登录', body: null, Time: 1 })

const failures: Readonly<Record<Exclude<Mood, 'well'>, (res: ServerResponse) => void>> = {
  refused: (res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(-3)),
  '503': (res) => res.writeHead(503, { 'Content-Type': 'text/plain' }).end('Service Unavailable'),
  html: (res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><h1>It works!</h1></html>'),
  half: (res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '4000' })
    res.write('{"code":1,"msg":"success","body":[', () => res.destroy())
  },
  never: () => undefined,
}

/** Puts the switch before a listener, on a free port. */
export async function startSwitchedService(listener: RequestListener): Promise<SwitchedService> {
  let mood: Mood = 'well'
  let only: RegExp | undefined
  let asked = 0
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    asked += 1
    const isConcerned = mood !== 'well' && (only === undefined || only.test(req.url ?? ''))
    if (mood === 'well' || !isConcerned) listener(req, res)
    else failures[mood](res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(to, paths) {
      mood = to
      only = paths
    },
    get asked() {
      return asked
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
