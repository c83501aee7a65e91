import { existsSync, mkdirSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type ListenOptions } from 'node:net'
import { dirname } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { errorFields } from '#server/http/error-fields.ts'
import { type Backend, createBackend } from './backend.ts'
import { DatabaseError } from './db/folder-lock.ts'
import { printAccounts } from './developer/print-accounts.ts'

/** What the backend tells the process that started it. */
export type BackendMessage = { type: 'ready' } | { type: 'fatal'; message: string }

const drainMs = 10_000

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

async function listen(backend: Backend, address: ListenOptions): Promise<Server> {
  // No limit for a whole request: an upload may last, and the site's front door ends those that dribble.
  const server = createServer({ requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 75_000 }, backend.listener)
  backend.attachSockets(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  return server
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const port = process.env.BACKEND_PORT
  const address: ListenOptions = port || !config.backendSocket ? { host: '127.0.0.1', port: Number(port ?? 0) } : { path: config.backendSocket }
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
  backend.context.log.info({ address: server.address() }, 'backend listens')
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearTimeout(limit)
      backend.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
    server.closeIdleConnections()
    void backend.endSockets()
  }
  process.on('SIGTERM', stop)
  // From a terminal the signal comes to the whole group; the parent ends us when the open requests are done.
  process.on('SIGINT', () => {
    if (!process.connected) stop()
  })
  process.on('disconnect', stop)
  await printAccounts(backend.context)
  tell({ type: 'ready' })
  backend.startJobs()
}

function tell(message: BackendMessage, then?: () => void): void {
  if (process.connected && process.send) process.send(message, () => then?.())
  else then?.()
}

start().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DatabaseError
  const fields = errorFields(error)
  const { message: fault, stack } = typeof fields === 'string' ? { message: fields, stack: fields } : fields
  const message = expected ? error.message : `The backend can't start: ${fault}`
  // A parent says the sentence itself; a bug's stack belongs here.
  if (!expected) process.stderr.write(`${stack}\n`)
  else if (!process.connected) process.stderr.write(`${message}\n`)
  tell({ type: 'fatal', message }, () => process.exit(1))
})
