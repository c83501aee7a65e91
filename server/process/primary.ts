import cluster, { type Worker } from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { type Config, ConfigError } from '#server/config.ts'
import { relayInPrimary } from '#server/edge/purge-relay.ts'
import { developerPage } from '#server/site/developer-page.ts'
import { findFreePort } from './free-port.ts'
import { checkNode } from './node-version.ts'
import { isChildMessage, type Supervisor, supervise } from './supervisor.ts'

const drainMs = 12_000
const firstDelayMs = 200
const longestDelayMs = 5_000

function checkDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new ConfigError(`The data folder ${dataDir} can't be written to; set DATA_DIR to a folder that can.`)
  }
}

/**
 * The identity provider of development and tests. Its address goes into the environment, which backend and workers are given
 * now and at every later start. The site stands without it: only sign-in by QQ and WeChat needs it.
 */
async function startIdentityProvider({ oauth, backendSocket }: Config): Promise<Supervisor | undefined> {
  if (oauth.kind !== 'embedded' || oauth.embeddedUrl !== undefined || backendSocket === undefined) return undefined
  process.env.OAUTH_EMBEDDED_URL = `http://127.0.0.1:${await findFreePort()}`
  return supervise({
    script: 'identity-provider.js',
    onReady: () => undefined,
    onFatal: (message) => console.error(message),
    onExit: (code, restartMs) => console.error(`The embedded identity provider ended with ${code}; it starts again in ${restartMs} ms.`),
  })
}

/** The payment provider of development and tests, in the same way. What was opened there can be paid again when it is back. */
async function startPayProvider({ pay, backendSocket }: Config): Promise<Supervisor | undefined> {
  if (pay.kind !== 'embedded' || pay.embeddedUrl !== undefined || backendSocket === undefined) return undefined
  process.env.PAY_EMBEDDED_URL = `http://127.0.0.1:${await findFreePort()}`
  return supervise({
    script: 'pay-provider.js',
    onReady: () => undefined,
    onFatal: (message) => console.error(message),
    onExit: (code, restartMs) => console.error(`The embedded payment provider ended with ${code}; it starts again in ${restartMs} ms.`),
  })
}

/** Encodes pictures beside the site, which doesn't need it. */
function startAvifs({ avif }: Config): Supervisor | undefined {
  if (!avif) return undefined
  return supervise({
    script: 'avif.js',
    onReady: () => undefined,
    onFatal: (message) => console.error(message),
    onExit: (code, restartMs) => console.error(`The process that encodes pictures ended with ${code}; it starts again in ${restartMs} ms.`),
  })
}

/** Takes teachers' streams beside the site, which stands without it. What it says for good, it says once. */
function startIngest({ classroom, backendSocket }: Config): Supervisor | undefined {
  if (!classroom.ingest) return undefined
  if (backendSocket === undefined) {
    console.error('No streams are taken: RTMP_PORT has no effect with services elsewhere.')
    return undefined
  }
  const ingest = supervise({
    script: 'ingest.js',
    onReady: () => undefined,
    onFatal: (message) => {
      console.error(message)
      ingest.expectEnd()
    },
    onExit: (code, restartMs) => console.error(`The process that takes streams ended with ${code}; it starts again in ${restartMs} ms.`),
  })
  return ingest
}

/** The developers' page answers this machine under its own names only, whatever ORIGIN is. */
function sayWhereCodesAre({ siteEnv, backendSocket, host, port, printsCodes }: Config): void {
  if (siteEnv !== 'development' || backendSocket === undefined) return
  if (printsCodes) console.log('Accounts and codes for developers stand in this log.')
  if (!printsCodes || host === '0.0.0.0' || host === '::') console.log(`Accounts and codes for developers, from this machine: http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}${developerPage}`)
}

/** Starts the backend, then the web workers; restarts what dies; ends all on a signal. */
export async function runPrimary(config: Config): Promise<void> {
  checkNode(process.versions.node)
  checkDataDir(config.dataDir)
  let stopping = false
  let listening = 0
  let backendReady = config.backendSocket === undefined
  let delayMs = firstDelayMs
  let backend: Supervisor | undefined
  const providers = [await startIdentityProvider(config), await startPayProvider(config)]
  let avifs: Supervisor | undefined
  let ingest: Supervisor | undefined

  async function stop(code: number): Promise<void> {
    if (stopping) return
    stopping = true
    backend?.expectEnd()
    for (const provider of providers) provider?.expectEnd()
    avifs?.expectEnd()
    ingest?.expectEnd()
    // Before the backend, which is told how long the recordings are.
    await Promise.all([...webWorkers().map(endWorker), ingest?.stop()])
    await Promise.all([backend?.stop(), avifs?.stop()])
    await Promise.all(providers.map((provider) => provider?.stop()))
    process.exit(code)
  }

  function fatal(message: string): void {
    if (stopping) return
    console.error(message)
    void stop(1)
  }

  function startWorker(): void {
    const worker = cluster.fork()
    if (backendReady) worker.send({ type: 'backend-ready' })
    worker.on('message', (message: unknown) => {
      if (isChildMessage(message) && message.type === 'fatal') return fatal(message.message)
      if (isChildMessage(message) && message.type === 'ready') {
        delayMs = firstDelayMs
        listening += 1
        if (listening !== config.workers) return
        // A process more would make the start longer.
        avifs ??= startAvifs(config)
        ingest ??= startIngest(config)
        console.log(`${config.brand.name} is ready: ${config.origin}`)
        sayWhereCodesAre(config)
      }
    })
    relayInPrimary(worker, webWorkers)
  }

  cluster.on('exit', (worker, code) => {
    if (stopping) return
    console.error(`Web worker ${worker.id} ended with ${code}; the next one starts in ${delayMs} ms.`)
    setTimeout(startWorker, delayMs)
    delayMs = Math.min(delayMs * 2, longestDelayMs)
  })

  if (!backendReady) {
    backend = supervise({
      script: 'backend.js',
      // What it changes is told to all who keep pages.
      onStart: (child) => relayInPrimary(child, webWorkers),
      onReady: () => {
        backendReady = true
        for (const worker of webWorkers()) worker.send({ type: 'backend-ready' })
      },
      onFatal: (message) => {
        if (!backendReady) fatal(message)
      },
      onExit: (code, restartMs) => {
        if (!backendReady) return fatal(`The embedded backend could not start (exit code ${code}).`)
        console.error(`The embedded backend ended with ${code}; it starts again in ${restartMs} ms.`)
      },
    })
  }
  for (let index = 0; index < config.workers; index += 1) startWorker()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
}

function webWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function endWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve()
    const kill = setTimeout(() => worker.process.kill('SIGKILL'), drainMs)
    worker.once('exit', () => {
      clearTimeout(kill)
      resolve()
    })
    worker.process.kill('SIGTERM')
  })
}
