import type { IncomingHttpHeaders } from 'node:http'
import type { BackendContext, Session } from './backend-context.ts'

/** The session of a request, or undefined for a visitor. Nobody can log in yet, so everybody is a visitor. */
export async function findSession(_ctx: BackendContext, _headers: IncomingHttpHeaders): Promise<Session | undefined> {
  return undefined
}
