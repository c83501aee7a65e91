import { existsSync, mkdirSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type ListenOptions } from 'node:net'
import { dirname } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { answerPings, failStart, stopWithParent, tellParent } from '#server/process/parent-link.ts'
import { type Backend, createBackend } from './backend.ts'
import { DatabaseError } from './db/database-error.ts'

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
  answerPings()
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
  // Out of descriptors: who comes is refused until there are some again.
  server.on('error', (error) => backend.context.log.warn({ err: error }, 'a connection could not be taken'))
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
  stopWithParent(stop)
  tellParent({ type: 'ready' })
  backend.startJobs()
}

start().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof DatabaseError
  const message = expected ? error.message : `The backend can't start: ${(error as Error).message}`
  // A parent says the sentence itself; a bug's stack belongs here.
  if (!expected) process.stderr.write(`${(error as Error).stack}\n`)
  failStart(message)
})
