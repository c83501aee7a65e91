import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import type { CallRoute } from '#shared/contract/calls.ts'
import { oddRequests, type StrangersWorld } from './odd-requests.ts'
import { askSite, type Sessions, type SiteAddress, type Who } from './people.ts'
import { openRawConnection } from './raw-connection.ts'
import { bytesOf, type Need, type OddRequest } from './request-parts.ts'

export interface StrangersOptions extends StrangersWorld, SiteAddress {
  readonly count: number
  readonly seed: number
  /** Who is signed in; asked for anew with every batch, for the strangers' calls may end sessions. */
  readonly sessions: () => Promise<Sessions>
  /** The room whose chat somebody may join. */
  readonly roomOf: (who: Who) => string | undefined
  /** Nothing is begun after this moment, by `performance.now()`. */
  readonly until: number
  readonly onBatch?: (sent: number) => void
}

export interface Strangers {
  sent: number
  /** Answers by their first digit; 0: closed without one. */
  readonly byClass: Map<number, number>
  /** What was answered by 5xx or not at all in time, without repetition: route and status, an example. */
  readonly failures: Map<string, { times: number; example: string }>
  /** Calls that were done, odd as they were: a fuzzer whose calls are all refused tries nothing. */
  readonly done: Map<CallRoute, number>
  /** Requests by who sent them, and how many sockets were let in. */
  readonly bySender: Map<Who | 'nobody', number>
  socketsIn: number
  filesTaken: number
  failed: number
  late: number
}

const batch = 500
const lanes = 8
/** Answers that are no fault of ours: what isn't built is refused so by the protocol, a breaker or a limit says to wait. */
const isFault = (status: number): boolean => status >= 500

function nameOf({ method, target }: OddRequest, status: number): string {
  return `${status} ${method} ${target.split('?')[0]?.split('/').slice(0, 5).join('/').slice(0, 80)}`
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Gets what a request needs before: a ticket as JSON, or an address for a file; '' when the site gives none. */
async function fetchTicket(
  site: StrangersOptions,
  need: Need,
  { who, headers }: { who: Who | undefined; headers: Readonly<Record<string, string>> },
): Promise<string> {
  if (need.kind === 'file') {
    const { name, contentType, key, bytes } = need
    const md5 = createHash('md5').update(bytes).digest('hex')
    const input = { name, contentType, key, md5, size: bytes.length }
    const { envelope } = await askSite(site, { method: 'GET', path: '/api/common/pre-upload', input, headers })
    const { uploadUrl } = (envelope?.body ?? {}) as { uploadUrl?: string }
    return uploadUrl ? new URL(uploadUrl, 'http://site').pathname + new URL(uploadUrl, 'http://site').search : '/'
  }
  if (need.kind === 'support') {
    const { envelope } = await askSite(site, { method: 'POST', path: '/api/support/open', input: {}, headers })
    const { sign } = (envelope?.body ?? {}) as { sign?: string | null }
    return JSON.stringify({ sign })
  }
  const groupId = who && site.roomOf(who)
  const { envelope } = await askSite(site, { method: 'GET', path: '/api/im/join-group', input: { groupId }, headers })
  const { sign } = (envelope?.body ?? {}) as { sign?: string }
  return JSON.stringify({ groupId, sign })
}

/** Sends requests of strangers over raw connections, the same ones for the same seed and site, and counts what comes back. */
export async function sendStrangers(options: StrangersOptions): Promise<Strangers> {
  const { port, host, count, seed, until } = options
  const requests = oddRequests(options)
  const found: Strangers = {
    sent: 0,
    byClass: new Map(),
    failures: new Map(),
    done: new Map(),
    bySender: new Map(),
    socketsIn: 0,
    filesTaken: 0,
    failed: 0,
    late: 0,
  }
  const connections = Array.from({ length: lanes }, () => openRawConnection(port))

  function note(
    request: OddRequest,
    { status, isLate, head, body }: Awaited<ReturnType<(typeof connections)[number]['send']>>,
    example: Buffer,
  ): void {
    found.sent += 1
    add(found.byClass, Math.floor(status / 100))
    add(found.bySender, request.who ?? 'nobody')
    if (status === 200 && request.route !== undefined && body.startsWith('{"code":1,'))
      add(found.done, request.route as CallRoute)
    if (status === 200 && request.needs?.kind === 'file') found.filesTaken += 1
    if (isLate) found.late += 1
    if (!isFault(status) && !isLate) return
    found.failed += 1
    const name = isLate ? `late ${nameOf(request, status)}` : nameOf(request, status)
    const before = found.failures.get(name)
    const id = /^x-error-id: *(\S+)/im.exec(head)?.[1] ?? ''
    found.failures.set(name, {
      times: (before?.times ?? 0) + 1,
      example: before?.example ?? `${id} ${example.toString().replaceAll('\r\n', ' | ').slice(0, 700)}`,
    })
  }

  async function sendOne(
    request: OddRequest,
    connection: (typeof connections)[number],
    { number, sessions }: { number: number; sessions: Sessions },
  ): Promise<void> {
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const cookie = request.who && sessions.get(request.who)
    const own: [string, string][] = [
      ['Host', host],
      ['X-Forwarded-For', address],
    ]
    const hasCookie = request.headers.some(([name]) => name === 'Cookie')
    if (cookie !== undefined && !hasCookie) own.push(['Cookie', cookie])
    const headers = { 'X-Forwarded-For': address, ...(cookie === undefined ? {} : { Cookie: cookie }) }
    const ticket = request.needs ? await fetchTicket(options, request.needs, { who: request.who, headers }) : undefined
    const { head, frames } = bytesOf(request, own, ticket)
    const answer = await connection.send(head, request.method === 'HEAD')
    if (answer.status === 101 && (await connection.follow(frames))) found.socketsIn += 1
    note(request, answer, head)
  }

  for (let done = 0; done < count && performance.now() < until; done += batch) {
    const sessions = await options.sessions()
    const waiting = fc.sample(requests, { seed: seed + done, numRuns: Math.min(batch, count - done) })
    await Promise.all(
      connections.map(async (connection, lane) => {
        for (let index = lane; index < waiting.length && performance.now() < until; index += lanes) {
          const request = waiting[index]
          if (request) await sendOne(request, connection, { number: done + index, sessions })
        }
      }),
    )
    options.onBatch?.(found.sent)
  }
  for (const connection of connections) connection.end()
  return found
}
