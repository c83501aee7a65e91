import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { type Config, ConfigError } from '#server/config/config.ts'
import { confirmInPrimary, relayInPrimary } from '#server/edge/purge-relay.ts'
import { type BackendState, type BackendStateMessage, isReplaceRequest } from '#server/process/child-messages.ts'
import { lockFolder } from '#server/process/folder-lock.ts'
import { gatherInPrimary } from '#server/process/gather.ts'
import { developerPage } from '#server/site/developer-page.ts'
import { checkNode } from './node-version.ts'
import { startAvifs, startIdentityProvider, startIngest, startPayProvider } from './side-processes.ts'
import { forkScript, type Supervisor, supervise } from './supervisor.ts'

/** What a web process gets for its open requests when new ones have stopped coming. */
const workerGraceMs = 12_000
/** A web worker that doesn't serve after so long has failed to take an old one's place. */
const replaceMs = 60_000

function checkDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new ConfigError(`The data folder ${dataDir} can't be written to; set DATA_DIR to a folder that can.`)
  }
}

/** The developers' page answers this machine under its own names only, whatever ORIGIN is. */
function sayWhereCodesAre({ siteEnv, backendSocket, host, port, printsCodes }: Config): void {
  if (siteEnv !== 'development' || backendSocket === undefined) return
  if (printsCodes) console.log('Accounts and codes for developers stand in this log.')
  if (!printsCodes || host === '0.0.0.0' || host === '::')
    console.log(
      `Accounts and codes for developers, from this machine: http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}${developerPage}`,
    )
}

/**
 * Starts the backend, then the web workers; restarts what dies or hangs; ends all on a signal, or when the process that started
 * it is gone. With the embedded backend the data folder is this site's alone, before anything in it is touched.
 */
export async function runPrimary(config: Config): Promise<void> {
  checkNode(process.versions.node)
  checkDataDir(config.dataDir)
  if (config.backendSocket !== undefined) await lockFolder(config.dataDir, 'site')
  let stopping = false
  let listening = 0
  let backend: Supervisor | undefined
  let backendState: BackendState | undefined
  let backendServed = false
  let avifs: Supervisor | undefined
  let ingest: Supervisor | undefined
  const workers: Supervisor[] = []
  const askers: Parameters<typeof gatherInPrimary>[2] = new Map()
  let replacing = false
  const providers = [await startIdentityProvider(config), await startPayProvider(config)]

  async function stop(code: number): Promise<void> {
    if (stopping) return
    stopping = true
    for (const one of [backend, avifs, ingest, ...providers, ...workers]) one?.expectEnd()
    // Before the backend, which is told how long the recordings are.
    await Promise.all([...workers.map((worker) => worker.stop()), ingest?.stop()])
    await Promise.all([backend?.stop(), avifs?.stop()])
    await Promise.all(providers.map((provider) => provider?.stop()))
    process.exit(code)
  }

  function fatal(message: string): void {
    if (stopping) return
    console.error(message)
    void stop(1)
  }

  const webWorkers = (): ChildProcess[] => workers.flatMap(({ child }) => (child?.connected ? [child] : []))

  function tellBackendState(worker: ChildProcess): void {
    if (backendState)
      worker.send({ type: 'backend-state', state: backendState } satisfies BackendStateMessage, () => undefined)
  }

  function setBackendState(state: BackendState): void {
    backendState = state
    for (const worker of webWorkers()) tellBackendState(worker)
  }

  function workerReady(): void {
    listening += 1
    if (listening !== config.workers) return
    // A process more would make the start longer.
    avifs ??= startAvifs(config)
    ingest ??= startIngest(config)
    console.log(`${config.brand.name} is ready: ${config.origin}`)
    sayWhereCodesAre(config)
  }

  /** `replacing`: how its start ends is told to who waits for it, until it serves. */
  function startWorker(index: number, replacing?: { onServing: () => void; onFailed: () => void }): Supervisor {
    let isAwaited = replacing !== undefined
    return supervise({
      name: `Web worker ${index + 1}`,
      launch: () => cluster.fork().process,
      onStart(child) {
        tellBackendState(child)
        relayInPrimary(child, webWorkers)
        gatherInPrimary(child, webWorkers, askers)
      },
      onReady() {
        workerReady()
        isAwaited = false
        replacing?.onServing()
      },
      onFatal(message) {
        if (!isAwaited) return fatal(message)
        console.error(message)
        replacing?.onFailed()
      },
      graceMs: workerGraceMs + config.connections.drainMs,
    })
  }

  /** One after another: the next one serves before the old one ends, so nobody is refused. One that can't start leaves the old one. */
  async function replaceWorkers(): Promise<void> {
    if (stopping || replacing) return
    replacing = true
    for (const [index, old] of [...workers].entries()) {
      let next: Supervisor | undefined
      const serves = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), replaceMs)
        const end = (serves: boolean) => () => {
          clearTimeout(timer)
          resolve(serves)
        }
        next = startWorker(index, { onServing: end(true), onFailed: end(false) })
        workers.push(next)
      })
      if (stopping) return
      const leaving = serves ? old : next
      // while it ends it still answers, and is told what is purged
      const ended = leaving?.stop()
      if (!config.devReload) await ended
      if (leaving) workers.splice(workers.indexOf(leaving), 1)
      if (!serves) break
    }
    replacing = false
    if (config.devReload) process.send?.({ replaced: 'web' })
    else console.log(`The web workers have been replaced: ${workers.length} serve.`)
  }

  function startBackend(): Supervisor {
    setBackendState('restarting')
    return supervise({
      name: 'The embedded backend',
      launch: () => forkScript('backend.js'),
      // What it changes is told to all who keep pages.
      onStart(child) {
        relayInPrimary(child, webWorkers)
        confirmInPrimary(child, webWorkers)
      },
      onReady() {
        if (backendServed && config.devReload) process.send?.({ replaced: 'backend' })
        backendServed = true
        setBackendState('ready')
      },
      onFatal(message) {
        if (!backendServed) fatal(message)
        else console.error(message)
      },
      onExit(code) {
        if (!backendServed) return fatal(`The embedded backend could not start (exit code ${code}).`)
        setBackendState('restarting')
      },
      onSlow: () => setBackendState('hung'),
      onAnswer: () => setBackendState('ready'),
    })
  }

  /** What `npm run dev` asks for after a build. */
  function replaceFor(message: unknown): void {
    // with an embedded database the next one waits for the folder, and has loaded by then
    if (isReplaceRequest(message, 'backend')) backend?.restart({ ahead: config.databaseUrl === undefined })
    if (isReplaceRequest(message, 'web')) void replaceWorkers()
  }

  // Each worker takes its connections itself. Handed over by this process (Node's default) they would end for ever with the
  // first that a worker is out of descriptors for: that worker is never given another one, and nobody hears of it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  if (config.backendSocket !== undefined) backend = startBackend()
  for (let index = 0; index < config.workers; index += 1) workers.push(startWorker(index))
  process.on('SIGHUP', () => void replaceWorkers())
  if (config.devReload) process.on('message', (message) => replaceFor(message))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))
  process.on('disconnect', () => void stop(0))
}
