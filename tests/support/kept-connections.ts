import { once } from 'node:events'
import { Agent, createServer, type RequestListener, type Server } from 'node:http'
import supertest from 'supertest'

type Caller = ReturnType<typeof supertest>

/** Calls over connections that stay open: a new one for each call costs three times as much. */
export function callOver(server: Server): { agent: Caller; end(): void } {
  const connections = new Agent({ keepAlive: true })
  const caller = supertest(server)
  const kept = Object.entries(caller).map(([method, call]) => [
    method,
    (path: string) => (call as Caller['get'])(path).agent(connections),
  ])
  return { agent: Object.fromEntries(kept) as Caller, end: () => connections.destroy() }
}

/** A server of its own for a listener, and calls to it. */
export async function serveCalls(listener: RequestListener): Promise<{ agent: Caller; end(): void }> {
  const server = createServer(listener).listen(0)
  // A busy machine must not let it end what a call is about to be sent on.
  server.keepAliveTimeout = 0
  await once(server, 'listening')
  const { agent, end } = callOver(server)
  return {
    agent,
    end() {
      end()
      server.closeAllConnections()
      server.close()
    },
  }
}
