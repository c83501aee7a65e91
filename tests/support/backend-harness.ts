import type supertest from 'supertest'
import { type Backend, type BackendOverrides, createBackend } from '#server/backend/backend.ts'
import type { Log } from '#server/backend/base/parts.ts'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import type { StatementLimits } from '#server/backend/db/statement-limits.ts'
import { allJobs } from '#server/backend/all-jobs.ts'
import type { PurgeSender } from '#server/backend/ports/purge/purge-sender.ts'
import { readConfig } from '#server/config/config.ts'
import type { PurgeOrder } from '#server/process/purge-messages.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { ApiError, type Envelope } from '#shared/contract/codes.ts'
import { serveCalls } from './kept-connections.ts'
import { openPlacedDatabase } from './backend-database.ts'
import { testNow } from './test-now.ts'

export { testNow }

/** A clock that stands still until a test moves it. */
export interface TestClock {
  now(): number
  set(time: number): void
}

export function createTestClock(time: number = testNow): TestClock {
  let current = time
  return {
    now: () => current,
    set: (next) => {
      current = next
    },
  }
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly fields: object
  readonly message: string
}

/** Keeps log lines instead of writing them. */
export function createTestLog(): Log & { readonly lines: LogLine[] } {
  const lines: LogLine[] = []
  const keep =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message })
    }
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }
}

/** Keeps what the backend says of changed pages, and hands it on to a site that listens. */
export interface TestPurges extends Omit<PurgeSender, 'confirmed'> {
  /** Whether web processes say that they have done it. */
  confirmed: PurgeSender['confirmed']
  /** In the order in which they came. */
  readonly orders: PurgeOrder[]
  tell: ((order: PurgeOrder) => void) | undefined
}

export function createTestPurges(): TestPurges {
  const purges: TestPurges = {
    orders: [],
    tell: undefined,
    send(order) {
      purges.orders.push(order)
      purges.tell?.(order)
    },
    confirmed: async () => true,
    close: () => undefined,
  }
  return purges
}

export interface TestBackend extends Backend {
  readonly database: OpenDatabase
  readonly db: OpenDatabase['db']
  readonly clock: TestClock
  readonly log: ReturnType<typeof createTestLog>
  readonly purges: TestPurges
  /** Names of the jobs that were woken, in order. */
  readonly woken: string[]
  /** Runs a background job once, at the test's clock; answers how much it did. */
  runJob(name: string): Promise<number>
  /** Calls as the site does: answers the body, throws `ApiError` for any code but 1. */
  readonly api: Api
  /** The same with a learner's cookie, or from an address of its own. */
  as(cookie: string, address?: string): Api
  readonly agent: ReturnType<typeof supertest>
}

/** The body of code 1, or the error that the envelope carries. */
export function readEnvelope<T>(response: { status: number; body: unknown; headers: Record<string, string> }): T {
  const envelope = response.body as Envelope<T>
  if (envelope.code !== 1) throw new ApiError(envelope.code, envelope.msg, response.status, response.headers)
  return envelope.body
}

/** The secret of the one browser that calls, unless a test says otherwise. */
export const testBrowser = 'the-browser-of-all-calls-in-tests-00000000-'

/** Captchas, and codes for numbers that are typed, are asked for without a cookie: then what limits them counts by address. */
const askedWithout = /^\/api\/auth\/(captcha\/|sendSms$)/

/** The cookie that a browser has been given; with one of its own in the headers it is that. */
function withBrowser(path: string, { Cookie, ...headers }: Record<string, string>): Record<string, string> {
  if (Cookie === undefined && askedWithout.test(path)) return headers
  if (Cookie !== undefined && /(^|; )browser=/.test(Cookie)) return { ...headers, Cookie }
  return { ...headers, Cookie: [Cookie, `browser=${testBrowser}`].filter(Boolean).join('; ') }
}

/** One call as the site's proxy passes it on; the whole answer. */
export function sendCall<R extends CallRoute>(
  agent: TestBackend['agent'],
  route: R,
  input: CallInput<R>,
  headers: Record<string, string> = {},
): supertest.Test {
  const [method, path = ''] = route.split(' ')
  const request =
    method === 'POST' ? agent.post(path).send(input as object) : agent.get(path).query(input as Record<string, unknown>)
  return request.set({ reqSource: 'pcSite', ...withBrowser(path, headers) })
}

/** A backend on a fresh copy of the seeded school. */
export async function startTestBackend(
  env: Record<string, string> = {},
  {
    statements,
    ...overrides
  }: Omit<BackendOverrides, 'clock' | 'log' | 'database' | 'purges'> & { statements?: StatementLimits } = {},
): Promise<TestBackend> {
  const database = await openPlacedDatabase(statements)
  const clock = createTestClock()
  const log = createTestLog()
  const purges = createTestPurges()
  const woken: string[] = []
  const jobs = { wake: async (name: string) => void woken.push(name) }
  const backend = await createBackend(readConfig({ SITE_ENV: 'test', PAY_WAIT_MS: '10000', ...env }), {
    jobs,
    ...overrides,
    purges,
    clock,
    log,
    database,
  })
  const { agent, end } = await serveCalls(backend.listener)
  const apiWith = (headers: Record<string, string>): Api => ({
    async call<R extends CallRoute>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
      return readEnvelope<CallOutput<R>>(await sendCall(agent, route, input, headers))
    },
  })
  return {
    ...backend,
    database,
    db: database.db,
    clock,
    log,
    purges,
    woken,
    runJob(name) {
      const job = allJobs.find((one) => one.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      return job.run(backend.context)
    },
    api: apiWith({}),
    as: (cookie, address) =>
      apiWith({ Cookie: cookie, ...(address === undefined ? {} : { 'X-Forwarded-For': address }) }),
    agent,
    close: async () => {
      end()
      await backend.close()
      await database.close()
    },
  }
}
