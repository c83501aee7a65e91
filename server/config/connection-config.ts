import { timesOf } from '#shared/rules/call-times.ts'
import { integer, optionalInteger, setting, type Values } from './setting.ts'

/** What is under way when a process ends is given so long: the longest call has its answer by then. An upload that needs longer is begun anew. */
export const drainLimitMs = Math.max(...Object.values(timesOf('proxyMs'))) + 2000

export const connectionSettings = {
  MAX_CONNECTIONS: setting(
    integer(4000, 2, 1_000_000),
    'connections of one web process; with more, those that have waited longest for a request, the rest of one or a reader make room',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    integer(500, 0, 1_000_000),
    'the same for one client address (an IPv6 /64 is one); 0 for no such bound; ignored with `TRUST_PROXY`; a classroom of thousands behind one address needs more',
  ),
  HEADERS_TIMEOUT_MS: setting(integer(20_000, 50, 600_000), "time for a request's headers, then 408"),
  REQUEST_TIMEOUT_MS: setting(
    integer(30_000, 50, 3_600_000),
    "time for a request's body and a millisecond more for each byte that came, then 408",
  ),
  KEEP_ALIVE_TIMEOUT_MS: setting(
    integer(65_000, 50, 3_600_000),
    "how long a connection stays open between requests; longer than a load balancer's",
  ),
  SLOW_READER_MS: setting(integer(30_000, 50, 600_000), 'an answer of which nothing is taken for so long is cut'),
  UNREAD_MAX_BYTES: setting(
    integer(64 * 1024 * 1024, 1024, 64 * 1024 * 1024 * 1024),
    'memory of answers that wait for slow readers; beyond it the slowest are cut',
  ),
  DRAIN_SECONDS: setting(
    optionalInteger(0, 999),
    'when the site is asked to end, `/readyz` answers 503 and everything is still served for so long, until load balancers have seen it; then it stops listening and ends with its last call, within 29 s. Give containers a stop timeout of at least `DRAIN_SECONDS` + 50 s',
    '5, 0 in development and test',
  ),
}

/** What clients may hold, and for how long (milliseconds); for each web process. */
export interface ConnectionConfig {
  readonly most: number
  /** 0: as many as there are; always so behind proxies, which are the peers then. */
  readonly mostPerAddress: number
  /** From the first byte of a request, or from the connection, to the end of the headers. */
  readonly headersMs: number
  /** To the end of the body, and a millisecond more for each of its bytes. */
  readonly requestMs: number
  /** Between two requests: longer than load balancers keep an idle connection, so that it isn't us who closes it under one. */
  readonly keepAliveMs: number
  /** An answer of which nothing is taken for so long is cut. */
  readonly slowReaderMs: number
  /** Memory of answers that wait for slow readers. */
  readonly unreadBytes: number
  /** When the process is asked to end, new connections are still taken for so long, until load balancers have seen it. */
  readonly drainMs: number
}

/** `isBehindProxy`: connections are the proxies', so none is bounded by its address. `drainSeconds` holds when none is set. */
export function readConnectionConfig(
  raw: Values<typeof connectionSettings>,
  { isBehindProxy, drainSeconds }: { isBehindProxy: boolean; drainSeconds: number },
): ConnectionConfig {
  return {
    most: raw.MAX_CONNECTIONS,
    mostPerAddress: isBehindProxy ? 0 : raw.MAX_CONNECTIONS_PER_ADDRESS,
    headersMs: raw.HEADERS_TIMEOUT_MS,
    requestMs: raw.REQUEST_TIMEOUT_MS,
    keepAliveMs: raw.KEEP_ALIVE_TIMEOUT_MS,
    slowReaderMs: raw.SLOW_READER_MS,
    unreadBytes: raw.UNREAD_MAX_BYTES,
    drainMs: (raw.DRAIN_SECONDS ?? drainSeconds) * 1000,
  }
}
