import type { RequestListener, ServerResponse } from 'node:http'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { isLoopbackRequest } from '#server/http/loopback.ts'
import { isDeveloperEnv } from '#server/config/site-env.ts'
import { type DeveloperInfo, developerPath } from '#shared/contract/developer.ts'
import { listMessages, listPuzzles, nameAccounts } from './developer-store.ts'

const newest = 40

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

/**
 * Puts the developers' route before the others: seeded accounts and the messages that went nowhere. It lies outside `/api`, so the
 * site's proxy never asks for it, and it exists in development and test only.
 */
export function withDeveloperRoute(ctx: BackendContext, listener: RequestListener): RequestListener {
  if (!isDeveloperEnv(ctx.config.siteEnv)) return listener
  return (request, response) => {
    // The socket of this machine has no address; with a port the same rule holds as for the site.
    const isOurs = request.socket.remoteAddress === undefined || isLoopbackRequest(request)
    if (request.url !== developerPath || request.method !== 'GET' || !isOurs) return listener(request, response)
    read(ctx).then(
      (info) => send(response, 200, info),
      (error: unknown) => {
        ctx.log.error({ err: error }, 'the developers’ page could not be filled')
        send(response, 500, {})
      },
    )
  }
}

async function read(ctx: BackendContext): Promise<DeveloperInfo> {
  return {
    accounts: await nameAccounts(ctx.db),
    messages: await listMessages(ctx.db, newest),
    puzzles: await listPuzzles(ctx.db, newest),
  }
}
