import type { AddressInfo } from 'node:net'
import { type Config, ConfigError } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { createFront } from '#server/front.ts'

function listen(server: ReturnType<typeof createFront>, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(`Port ${config.port} is taken by another program; set PORT to a free one.`))
      else if (error.code === 'EACCES') reject(new ConfigError(`Port ${config.port} may not be opened by this user; set PORT to one above 1023.`))
      else reject(error)
    })
    server.listen(config.port, config.host, resolve)
  })
}

function backendReady(config: Config): Promise<void> {
  if (config.backendSocket === undefined || !process.send) return Promise.resolve()
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'backend-ready') return
      process.off('message', onMessage)
      resolve()
    }
    process.on('message', onMessage)
  })
}

/** A web process: context, warm-up, listen, drain. */
export async function runWorker(config: Config): Promise<void> {
  const ctx = createContext(config)
  const front = createFront(ctx)
  process.on('SIGTERM', () => {
    front.close(() => void ctx.close().then(() => process.exit(0)))
    setTimeout(() => front.closeAllConnections(), 8_000).unref()
  })
  process.on('SIGINT', () => undefined)
  process.on('disconnect', () => process.exit(0))
  try {
    await backendReady(config)
    await listen(front, config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.send?.({ type: 'fatal', message: error.message })
    return
  }
  const { port } = front.address() as AddressInfo
  ctx.log.info({ port }, 'listening')
  process.send?.({ type: 'ready' })
}
