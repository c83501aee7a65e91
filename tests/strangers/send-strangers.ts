import * as fc from 'fast-check'
import { pages } from '#client/pages/index.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { bytesOf, type OddRequest, oddRequests } from './odd-requests.ts'
import { openRawConnection } from './raw-connection.ts'

export interface StrangersOptions {
  readonly port: number
  readonly host: string
  readonly count: number
  readonly seed: number
  /** The Cookie header of the learner who is signed in; asked for anew with every batch. */
  readonly cookie: () => Promise<string>
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

/** Sends requests of strangers over raw connections, the same ones for the same seed, and counts what comes back. */
export async function sendStrangers(options: StrangersOptions): Promise<Strangers> {
  const { port, host, count, seed, until } = options
  const requests = oddRequests(pages, allEndpoints)
  const found: Strangers = { sent: 0, byClass: new Map(), failures: new Map(), failed: 0, late: 0 }
  const connections = Array.from({ length: lanes }, () => openRawConnection(port))

  async function sendOne(
    request: OddRequest,
    connection: (typeof connections)[number],
    number: number,
    cookie: string,
  ): Promise<void> {
    const own: [string, string][] = [
      ['Host', host],
      ['X-Forwarded-For', `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`],
    ]
    const hasCookie = request.headers.some(([name]) => name === 'Cookie')
    if (request.isSignedIn && !hasCookie) own.push(['Cookie', cookie])
    const { head, frames } = bytesOf(request, own)
    const { status, isLate, head: answer } = await connection.send(head, request.method === 'HEAD')
    if (status === 101) await connection.follow(frames)
    found.sent += 1
    const digit = Math.floor(status / 100)
    found.byClass.set(digit, (found.byClass.get(digit) ?? 0) + 1)
    if (isLate) found.late += 1
    if (!isFault(status) && !isLate) return
    found.failed += 1
    const name = isLate ? `late ${nameOf(request, status)}` : nameOf(request, status)
    const before = found.failures.get(name)
    const id = /^x-error-id: *(\S+)/im.exec(answer)?.[1] ?? ''
    found.failures.set(name, {
      times: (before?.times ?? 0) + 1,
      example: before?.example ?? `${id} ${head.toString().replaceAll('\r\n', ' | ').slice(0, 700)}`,
    })
  }

  for (let done = 0; done < count && performance.now() < until; done += batch) {
    const cookie = await options.cookie()
    const waiting = fc.sample(requests, { seed: seed + done, numRuns: Math.min(batch, count - done) })
    await Promise.all(
      connections.map(async (connection, lane) => {
        for (let index = lane; index < waiting.length && performance.now() < until; index += lanes) {
          const request = waiting[index]
          if (request) await sendOne(request, connection, done + index, cookie)
        }
      }),
    )
    options.onBatch?.(found.sent)
  }
  for (const connection of connections) connection.end()
  return found
}
