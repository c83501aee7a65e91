import { existsSync, mkdirSync, unlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type ListenOptions } from 'node:net'
import { dirname } from 'node:path'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { drainLimitMs } from '#server/config/connection-config.ts'
import { errorFields } from '#server/http/error-fields.ts'
import { guardRequests, surviveFaults } from '#server/http/request-guard.ts'
import { answerPings, failStart, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { Code, codeMessages, type Envelope } from '#shared/contract/codes.ts'
import { type Backend, createBackend } from './backend.ts'
import type { Clock } from './base/parts.ts'
import { DatabaseError } from './db/database-error.ts'
import { printAccounts } from './developer/print-accounts.ts'

/** A process that ends because of a bug is given so long. */
const faultMs = 20_000
/** A connection over which nothing goes for so long, in a request or its answer, is ended; calls have ended before. */
const silenceMs = 60_000

/** Somebody answers on this socket. */
function isInUse(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function freeSocket(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) return
  if (await isInUse(path)) throw new DatabaseError(`Another process already listens on ${path}.`)
  unlinkSync(path)
}

function sendFailure(clock: Clock): (req: IncomingMessage, res: ServerResponse) => void {
  return (_req, res) => {
    const envelope: Envelope<null> = { code: Code.Fail, msg: codeMessages[Code.Fail], body: null, Time: clock.now() }
    res
      .writeHead(500, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(envelope))
  }
}

async function listen(backend: Backend, address: ListenOptions): Promise<Server> {
  // No limit for a whole request: an upload may last, and the site's front ends those that dribble.
  const server = createServer({ requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 75_000 }, backend.listener)
  // neither a file nor its reader is silent for so long
  server.timeout = silenceMs
  guardRequests(server, { log: backend.context.log, answer: sendFailure(backend.context.clock) })
  backend.attachSockets(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  return server
}

async function start(): Promise<void> {
  answerPings()
  const config = readConfig(process.env)
  const port = process.env.BACKEND_PORT
  const address: ListenOptions =
    port || !config.backendSocket ? { host: '127.0.0.1', port: Number(port ?? 0) } : { path: config.backendSocket }
  const backend = await createBackend(config)
  let server: Server
  try {
    // NOTE: only after the database's lock is ours, so that a second process can't take the first one's socket away
    if (address.path) await freeSocket(address.path)
    server = await listen(backend, address)
  } catch (error) {
    await backend.close()
    throw error
  }
  // Out of descriptors: who comes is refused until there are some again.
  server.on('error', (error) => backend.context.log.warn({ err: error }, 'a connection could not be taken'))
  backend.context.log.info({ address: server.address() }, 'backend listens')
  let stopping = false
  const stop = (exitCode = 0): void => {
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs)
    server.close(() => {
      clearTimeout(limit)
      backend.close().then(
        () => process.exit(exitCode),
        () => process.exit(1),
      )
    })
    server.closeIdleConnections()
    void backend.endSockets()
  }
  stopWithParent(() => stop())
  surviveFaults(backend.context.log, () => {
    setTimeout(() => process.exit(1), faultMs).unref()
    stop(1)
  })
  await printAccounts(backend.context)
  tellParent({ type: 'ready' })
  backend.startJobs()
}

start().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DatabaseError
  const fields = errorFields(error)
  const { message: fault, stack } = typeof fields === 'string' ? { message: fields, stack: fields } : fields
  const message = expected ? error.message : `The backend can't start: ${fault}`
  // A parent says the sentence itself; a bug's stack belongs here.
  if (!expected) process.stderr.write(`${stack}\n`)
  failStart(message)
})
