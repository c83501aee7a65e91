import type { IncomingMessage } from 'node:http'
import { traceId } from '#server/http/trace.ts'

/** By what the lines of the site about the same request are found. */
export function requestFields({ headers }: Pick<IncomingMessage, 'headers'>): {
  request: string | undefined
  trace: string | undefined
} {
  const id = headers['x-request-id']
  return { request: typeof id === 'string' ? id.slice(0, 64) : undefined, trace: traceId(headers.traceparent) }
}
