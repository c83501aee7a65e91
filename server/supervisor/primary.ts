import type { ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { type Config, ConfigError } from '#server/config/config.ts'
import { confirmInPrimary, relayInPrimary } from '#server/edge/purge-relay.ts'
import { drainLimitMs } from '#server/config/connection-config.ts'
import { type BackendState, type BackendStateMessage, isReplaceRequest } from '#server/process/child-messages.ts'
import { lockFolder } from '#server/process/folder-lock.ts'
import { gatherInPrimary } from '#server/process/gather.ts'
import { developerPage } from '#server/site/developer-page.ts'
import { checkNode } from './node-version.ts'
import { startAvifs, startIdentityProvider, startIngest, startPayProvider } from './side-processes.ts'
import { forkScript, type Supervisor, supervise } from './supervisor.ts'

/** What a web process gets when new requests have stopped coming: its own limit for those that are open, and time to end. */
const workerGraceMs = drainLimitMs + 4000
/** The backend, when the web processes have gone: nothing is open there, but its database is closed and what it has begun is ended. */
const backendGraceMs = 15_000
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

/** How the start of a web worker ends that takes an old one's place: told once. */
interface Replacing {
  onServing: () => void
  onFailed: () => void
}

/** All processes of a site. */
class Site {
  readonly #config: Config
  readonly #providers: readonly (Supervisor | undefined)[]
  readonly #workers: Supervisor[] = []
  readonly #askers: Parameters<typeof gatherInPrimary>[2] = new Map()
  #stopping = false
  #replacing = false
  #listening = 0
  #backend: Supervisor | undefined
  #backendState: BackendState | undefined
  #backendServed = false
  #avifs: Supervisor | undefined
  #ingest: Supervisor | undefined

  constructor(config: Config, providers: readonly (Supervisor | undefined)[]) {
    this.#config = config
    this.#providers = providers
  }

  start(): void {
    if (this.#config.backendSocket !== undefined) this.#backend = this.#startBackend()
    for (let index = 0; index < this.#config.workers; index += 1) this.#workers.push(this.#startWorker(index))
  }

  async stop(code: number): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const [backend, avifs, ingest] = [this.#backend, this.#avifs, this.#ingest]
    for (const one of [backend, avifs, ingest, ...this.#providers, ...this.#workers]) one?.expectEnd()
    // Before the backend, which is told how long the recordings are.
    await Promise.all([...this.#workers.map((worker) => worker.stop()), ingest?.stop()])
    await Promise.all([backend?.stop(), avifs?.stop()])
    await Promise.all(this.#providers.map((provider) => provider?.stop()))
    process.exit(code)
  }

  /** What `npm run dev` asks for after a build. */
  replaceFor(message: unknown): void {
    // with an embedded database the next one waits for the folder, and has loaded by then
    if (isReplaceRequest(message, 'backend')) this.#backend?.restart({ ahead: this.#config.databaseUrl === undefined })
    if (isReplaceRequest(message, 'web')) void this.replaceWorkers()
  }

  /** One after another: the next one serves before the old one ends, so nobody is refused. One that can't start leaves the old one. */
  async replaceWorkers(): Promise<void> {
    const { devReload } = this.#config
    if (this.#stopping || this.#replacing) return
    this.#replacing = true
    for (const [index, old] of [...this.#workers].entries()) {
      const { next, serves } = await this.#startNext(index)
      if (this.#stopping) return
      const leaving = serves ? old : next
      // while it ends it still answers, and is told what is purged
      const ended = leaving.stop()
      if (!devReload) await ended
      this.#workers.splice(this.#workers.indexOf(leaving), 1)
      if (!serves) break
    }
    this.#replacing = false
    if (devReload) process.send?.({ replaced: 'web' })
    else console.log(`The web workers have been replaced: ${this.#workers.length} serve.`)
  }

  #fatal(message: string): void {
    if (this.#stopping) return
    console.error(message)
    void this.stop(1)
  }

  readonly #webWorkers = (): ChildProcess[] => this.#workers.flatMap(({ child }) => (child?.connected ? [child] : []))

  #tellBackendState(worker: ChildProcess): void {
    const state = this.#backendState
    if (state) worker.send({ type: 'backend-state', state } satisfies BackendStateMessage, () => undefined)
  }

  #setBackendState(state: BackendState): void {
    this.#backendState = state
    for (const worker of this.#webWorkers()) this.#tellBackendState(worker)
  }

  #workerReady(): void {
    this.#listening += 1
    if (this.#listening !== this.#config.workers) return
    // A process more would make the start longer.
    this.#avifs ??= startAvifs(this.#config)
    this.#ingest ??= startIngest(this.#config)
    console.log(`${this.#config.brand.name} is ready: ${this.#config.origin}`)
    sayWhereCodesAre(this.#config)
  }

  #startWorker(index: number, replacing?: Replacing): Supervisor {
    let isAwaited = replacing !== undefined
    return supervise({
      name: `Web worker ${index + 1}`,
      launch: () => cluster.fork().process,
      onStart: (child) => {
        this.#tellBackendState(child)
        relayInPrimary(child, this.#webWorkers)
        gatherInPrimary(child, this.#webWorkers, this.#askers)
      },
      onReady: () => {
        this.#workerReady()
        isAwaited = false
        replacing?.onServing()
      },
      onFatal: (message) => {
        if (!isAwaited) return this.#fatal(message)
        console.error(message)
        replacing?.onFailed()
      },
      graceMs: workerGraceMs + this.#config.connections.drainMs,
    })
  }

  /** Starts the worker that takes an old one's place; resolves when it serves, or hasn't for too long. */
  async #startNext(index: number): Promise<{ next: Supervisor; serves: boolean }> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), replaceMs)
    const next = this.#startWorker(index, { onServing: () => resolve(true), onFailed: () => resolve(false) })
    this.#workers.push(next)
    const serves = await promise
    clearTimeout(timer)
    return { next, serves }
  }

  #startBackend(): Supervisor {
    this.#setBackendState('restarting')
    return supervise({
      name: 'The embedded backend',
      launch: () => forkScript('backend.js'),
      // What it changes is told to all who keep pages.
      onStart: (child) => {
        relayInPrimary(child, this.#webWorkers)
        confirmInPrimary(child, this.#webWorkers)
      },
      onReady: () => {
        if (this.#backendServed && this.#config.devReload) process.send?.({ replaced: 'backend' })
        this.#backendServed = true
        this.#setBackendState('ready')
      },
      onFatal: (message) => {
        if (!this.#backendServed) this.#fatal(message)
        else console.error(message)
      },
      onExit: (code) => {
        if (!this.#backendServed) return this.#fatal(`The embedded backend could not start (exit code ${code}).`)
        this.#setBackendState('restarting')
      },
      onSlow: () => this.#setBackendState('hung'),
      onAnswer: () => this.#setBackendState('ready'),
      graceMs: backendGraceMs,
    })
  }
}

/**
 * Starts the backend, then the web workers; restarts what dies or hangs; ends all on a signal, or when the process that started
 * it is gone. With the embedded backend the data folder is this site's alone, before anything in it is touched.
 */
export async function runPrimary(config: Config): Promise<void> {
  checkNode(process.versions.node)
  checkDataDir(config.dataDir)
  if (config.backendSocket !== undefined) await lockFolder(config.dataDir, 'site')
  const site = new Site(config, [await startIdentityProvider(config), await startPayProvider(config)])
  // Each worker takes its connections itself. Handed over by this process (Node's default) they would end for ever with the
  // first that a worker is out of descriptors for: that worker is never given another one, and nobody hears of it.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  site.start()
  process.on('SIGHUP', () => void site.replaceWorkers())
  if (config.devReload) process.on('message', (message) => site.replaceFor(message))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void site.stop(0))
  process.on('disconnect', () => void site.stop(0))
}
