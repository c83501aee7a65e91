import type { RequestListener, ServerResponse } from 'node:http'
import type { BackendContext } from '#server/backend/backend-context.ts'
import { type DeveloperInfo, developerPath } from '#shared/contract/developer.ts'
import { listMessages, listPuzzles, nameAccounts } from './developer-store.ts'

const newest = 40

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(body))
}

/**
 * Puts the developers' route before the others: seeded accounts and the messages that went nowhere. It lies outside `/api`, so the
 * site's proxy never asks for it, and in production it doesn't exist.
 */
export function withDeveloperRoute(ctx: BackendContext, listener: RequestListener): RequestListener {
  if (ctx.config.siteEnv === 'production') return listener
  return (request, response) => {
    if (request.url !== developerPath || request.method !== 'GET') return listener(request, response)
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
  return { accounts: await nameAccounts(ctx.db), messages: await listMessages(ctx.db, newest), puzzles: await listPuzzles(ctx.db, newest) }
}
