import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardRequests, surviveFaults } from '#server/http/request-guard.ts'

// A process whose listeners throw in every way; it tells its parent its port, and each line that it logs.
const log = {
  error: (values: { err?: Error }, message: string) =>
    void process.send?.({ line: `${message}: ${values.err?.message}` }),
}
const thrown = (): never => {
  throw new Error('thrown on purpose')
}
const ways: ReadonlyMap<string, (res: { write(text: string): unknown }) => unknown> = new Map<
  string,
  (res: { write(text: string): unknown }) => unknown
>([
  ['/at-once', thrown],
  ['/timer', () => setTimeout(thrown, 1)],
  ['/next-turn', () => setImmediate(thrown)],
  ['/tick', () => process.nextTick(thrown)],
  ['/emitter', () => setTimeout(() => new EventEmitter().emit('error', new Error('thrown on purpose')), 1)],
  ['/rejection', () => void Promise.reject(new Error('thrown on purpose'))],
  ['/async-listener', async () => thrown()],
  [
    '/half',
    (res) => {
      res.write('the first half')
      setTimeout(thrown, 20)
    },
  ],
])
const server = createServer((req, res) => {
  if (req.url === '/fine') res.end('fine')
  else ways.get(req.url ?? '')?.(res)
})
guardRequests(server, { log, answer: (_req, res) => void res.writeHead(500).end('failed') })
// Added after the guard, as libraries do.
server.on('upgrade', thrown)
server.on('checkContinue', thrown)
server.on('connect', thrown)
surviveFaults(log, () => process.exit(7))
process.on('message', (message) => {
  if (message === 'throw outside') setTimeout(thrown, 1)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
