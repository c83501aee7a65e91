import type { RequestListener } from 'node:http'
import { Agent, fetch as send } from 'undici'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { readEnvelope } from './backend-harness.ts'
import { endServer, listenLow } from './test-server.ts'

/** A learner's or a visitor's calls to a backend at `base` over connections that are kept; `dispatcher` bounds them. */
export function callsTo(base: string, cookie: string, dispatcher: Agent): Api {
  return {
    async call<R extends CallRoute>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
      const [method = 'GET', path = ''] = route.split(' ')
      const url = new URL(path, base)
      const isPost = method === 'POST'
      if (!isPost)
        for (const [name, value] of Object.entries(input as object))
          if (value !== undefined) url.searchParams.set(name, String(value))
      // a site asks where a write comes from
      const ofPost = isPost ? { 'content-type': 'application/json', origin: new URL(base).origin } : {}
      const headers = { reqSource: 'pcSite', cookie, ...ofPost }
      const answer = await send(url, {
        method,
        headers,
        dispatcher,
        ...(isPost ? { body: JSON.stringify(input) } : {}),
      })
      return readEnvelope<CallOutput<R>>({
        status: answer.status,
        body: await answer.json(),
        headers: Object.fromEntries(answer.headers),
      })
    },
  }
}

/** A backend's front for many calls at once: one port, `clients` kept connections. */
export interface KeptCalls {
  readonly base: string
  as(cookie: string): Api
  close(): Promise<void>
}

/** Opens a port for a backend that runs in this process. */
export async function keepCalls(listener: RequestListener, clients: number): Promise<KeptCalls> {
  const { server, base } = await listenLow(listener)
  const dispatcher = new Agent({ connections: clients, keepAliveTimeout: 60_000 })
  return {
    base,
    as: (cookie) => callsTo(base, cookie, dispatcher),
    async close() {
      await dispatcher.destroy()
      await endServer(server)
    },
  }
}
