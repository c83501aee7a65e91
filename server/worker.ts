import type { AddressInfo } from 'node:net'
import { type Config, ConfigError } from '#server/config/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { warmUp } from '#server/edge/warm.ts'
import { createFront } from '#server/front.ts'
import { createDrain } from '#server/http/drain.ts'
import { surviveFaults } from '#server/http/request-guard.ts'
import { isBackendState } from '#server/process/child-messages.ts'
import { answerPings, stopWithParent, tellParent } from '#server/process/parent-link.ts'

/** Pages made before the first visitor is let in; the rest follows at this rate. */
const eagerPages = 1
const warmPerSecond = 20
/** A process that ends because of a bug is given so long for its open requests. */
const faultMs = 12_000

function listen(server: ReturnType<typeof createFront>, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new ConfigError('PORT is taken by another program; set it to a free one.'))
      else if (error.code === 'EACCES')
        reject(new ConfigError('PORT may not be opened by this user; set it to one above 1023.'))
      else if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL' || error.code === 'EAI_AGAIN')
        reject(new ConfigError('HOST is no address of this machine; set it to one, or to 0.0.0.0 for all.'))
      else reject(error)
    })
    server.listen(config.port, config.host, resolve)
  })
}

/** Passes on to readiness how the embedded backend is; resolves when it serves for the first time. */
function backendReady({ config, health, backendIsBack }: Context): Promise<void> {
  if (config.backendSocket === undefined || !process.send) return Promise.resolve()
  return new Promise((resolve) => {
    process.on('message', (message: unknown) => {
      if (!isBackendState(message)) return
      health.setBackend(message.state)
      if (message.state !== 'ready') return
      backendIsBack()
      resolve()
    })
  })
}

/** Makes the most visited pages before visitors are let in, the rest quietly behind it. */
async function warm(ctx: Context): Promise<void> {
  const { warmUpPages } = ctx.config.cache
  if (warmUpPages === 0) return
  const paths = await ctx.sitemaps.paths(warmUpPages).catch(() => [])
  const { ready, done } = warmUp(ctx.edge, ['/', ...paths.filter((path) => path !== '/')], {
    eager: eagerPages,
    perSecond: warmPerSecond,
  })
  void done.then((counts) => ctx.log.info(counts, 'pages warmed up'))
  await ready
}

/** A web process: context, listen, warm-up, drain. */
export async function runWorker(config: Config): Promise<void> {
  answerPings()
  const ctx = createContext(config)
  const front = createFront(ctx)
  const drain = createDrain({ server: front, onBegin: () => ctx.health.setReady(false) })
  const end = async (graceMs: number): Promise<void> => {
    await drain.drain(graceMs)
    await ctx.close()
    process.exit()
  }
  stopWithParent(() => void end(config.connections.drainMs))
  surviveFaults(ctx.log, () => {
    // The supervisor starts the next one when this one has ended with an error.
    process.exitCode = 1
    setTimeout(() => process.exit(1), faultMs).unref()
    // Not with a wait for load balancers: who knows what it answers meanwhile.
    void end(0)
  })
  try {
    await backendReady(ctx)
    await warm(ctx)
    await listen(front, config)
    // Out of descriptors: who comes is refused until there are some again.
    front.on('error', (error) => ctx.log.warn({ err: error }, 'a connection could not be taken'))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    tellParent({ type: 'fatal', message: error.message })
    return
  }
  ctx.health.setReady(true)
  ctx.log.info({ port: (front.address() as AddressInfo).port }, 'listening')
  tellParent({ type: 'ready' })
}
