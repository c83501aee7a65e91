import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { createLogger } from '#server/http/logger.ts'
import { isDeveloperEnv } from '#server/config/site-env.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { careForAccounts } from './account/closing/care-job.ts'
import { worksHere } from './account/closing/deregister-obstacles.ts'
import { moneyUnderWay } from './order/checkout/order-obstacle.ts'
import { allBindings } from './all-bindings.ts'
import { createPasswordHasher, type PasswordHasher } from './context/password-hash.ts'
import type { Clock, Log } from './base/parts.ts'
import type { BackendContext } from './context/backend-context.ts'
import { createBackground } from './base/background.ts'
import { bindContract } from './bind-contract.ts'
import { createCaptchaDrawing } from './account/captcha/drawing.ts'
import { migrate, type OpenDatabase, openDatabase } from './db/database.ts'
import { DatabaseError } from './db/database-error.ts'
import { fillEssentials } from './essentials/fill-essentials.ts'
import { hasProducts } from './essentials/has-products.ts'
import { refusePublishedPasswords } from './developer/published-passwords.ts'
import { withDeveloperRoute } from './developer/developer-route.ts'
import { createMessageRate } from './context/message-rate.ts'
import { createImChat } from './classroom/chat/socket-chat.ts'
import { createSupportChat } from './support/chat/socket-support.ts'
import { allJobs } from './all-jobs.ts'
import type { Jobs } from './context/jobs.ts'
import { createJobRunner } from './jobs/start-jobs.ts'
import { smsPoints } from './context/limit-policies.ts'
import { createLimits } from './context/limits.ts'
import { startQueueCare } from './classroom/tools/queue-care.ts'
import { createImEngine } from './ports/im/create-im-engine.ts'
import type { ImEngine } from './ports/im/im-engine.ts'
import { createOauthClient } from './ports/oauth/create-oauth-client.ts'
import type { OauthClient } from './ports/oauth/oauth-client.ts'
import { createPayProviders } from './ports/pay/create-pay-providers.ts'
import type { PayProviders } from './ports/pay/pay-provider.ts'
import { createPaymentFlights } from './order/payment/payment-flights.ts'
import { createPurgeSender } from './ports/purge/create-purge-sender.ts'
import type { PurgeSender } from './ports/purge/purge-sender.ts'
import { createSmsSender } from './ports/sms/create-sms-sender.ts'
import type { SmsSender } from './ports/sms/sms-sender.ts'
import { createSupportPort } from './ports/support/create-support-port.ts'
import { openStorage } from './ports/storage/open-storage.ts'
import type { ObjectStorage } from './ports/storage/storage.ts'
import { createSharedWrites } from './context/shared-writes.ts'
import { createPurgePages } from './context/purge-pages.ts'
import { startIndexJob } from './catalogue/search/index-job.ts'
import { createSearchQueue } from './db/search-queue.ts'
import { createKeyedHash } from './base/secret.ts'
import { ownValue } from '#shared/own-value.ts'

/** Slide captchas made ahead. */
const puzzlesAhead = 50

export interface BackendOverrides {
  readonly clock?: Clock
  /** Instead of argon2id. */
  readonly passwords?: PasswordHasher
  readonly log?: Log
  /** A database that is already open, migrated and seeded; the caller closes it. */
  readonly database?: OpenDatabase
  /** Instead of the configured one. */
  readonly sms?: SmsSender
  /** Instead of the configured ones. */
  readonly oauth?: OauthClient
  /** Instead of the configured ones. */
  readonly pay?: PayProviders
  /** Instead of the configured one. */
  readonly storage?: ObjectStorage
  /** Told of requests for jobs instead of the ones in the database. */
  readonly jobs?: Jobs
  /** Instead of the processes around this one. */
  readonly purges?: PurgeSender
  /** Instead of the configured one. */
  readonly im?: ImEngine
}

export interface Backend {
  readonly listener: RequestListener
  readonly context: BackendContext
  /** Takes the sockets of rooms and conversations from a server that this backend answers. */
  attachSockets(server: Server): void
  /** Tells the sockets to come again and ends them: without that their server wouldn't close. */
  endSockets(): Promise<void>
  /** Begins with the background jobs; until then requests for them wait. */
  startJobs(): void
  /** Waits for background work, then closes what this backend opened. */
  close(): Promise<void>
}

/** What every call is given, and what of it has an end of its own. */
function buildContext(
  config: Config,
  overrides: BackendOverrides,
  { database, log, clock }: { database: OpenDatabase; log: Log; clock: Clock },
) {
  const background = createBackground(log)
  const limits = createLimits({
    redisUrl: config.redisUrl,
    points: smsPoints(config.sms.hourlyCeiling),
    onError: (error) => log.warn({ err: error }, 'the counters could not be asked'),
  })
  const messageRate = createMessageRate({
    clock,
    redisUrl: config.redisUrl,
    onError: (error) => log.warn({ err: error }, 'the speaking limit could not be asked'),
  })
  const sharedWrites = createSharedWrites({
    redisUrl: config.redisUrl,
    onError: (error) => log.warn({ err: error }, 'what other processes write could not be asked'),
  })
  const hash = createKeyedHash(loadSecret(config.secret, config.dataDir))
  const captchas = createCaptchaDrawing({ puzzlesAhead: config.siteEnv === 'test' ? 0 : puzzlesAhead, log })
  const purges = overrides.purges ?? createPurgeSender({ redisUrl: config.redisUrl, log })
  const runner = createJobRunner(allJobs, { database, databaseUrl: config.databaseUrl }, log)
  const ids = { uuid: () => randomUUID() }
  const context: BackendContext = {
    config,
    clock,
    log,
    ids,
    db: database.db,
    tx: (work) => database.transaction(work),
    limits,
    searches: createSearchQueue(database),
    hash,
    passwords: overrides.passwords ?? createPasswordHasher(),
    sms: overrides.sms ?? createSmsSender(config, { db: database.db, clock }),
    oauth: overrides.oauth ?? createOauthClient(config.oauth),
    pay: overrides.pay ?? createPayProviders(config, clock),
    payFlights: createPaymentFlights({ clock, log }),
    captchas,
    storage: overrides.storage ?? openStorage(config, { clock, hash }),
    background,
    purge: createPurgePages(purges),
    purged: (patienceMs) => purges.confirmed(patienceMs),
    jobs: overrides.jobs ?? runner,
    im: overrides.im ?? createImEngine({ config, clock, log, ids, hash }),
    messageRate,
    sharedWrites,
    support: createSupportPort({ config, clock, log, hash }),
    accountObstacles: [worksHere, moneyUnderWay],
  }
  return { context, runner, captchas, purges, limits, messageRate }
}

/**
 * Opens the database (migrations, seed), moves the live schedules and binds every endpoint.
 * Throws `DatabaseError` or `ConfigError` with one sentence when the database can't be opened.
 */
export async function createBackend(config: Config, overrides: BackendOverrides = {}): Promise<Backend> {
  const log: Log =
    overrides.log ?? createLogger({ level: config.logLevel, pretty: config.siteEnv === 'development', name: 'backend' })
  const clock = overrides.clock ?? { now: () => Date.now() }
  const database = overrides.database ?? (await openReadyDatabase(config, log, clock))
  try {
    const { context, runner, captchas, purges, limits, messageRate } = buildContext(config, overrides, {
      database,
      log,
      clock,
    })
    const patient = database.patient ?? database
    const jobContext: BackendContext = { ...context, db: patient.db, tx: (work) => patient.transaction(work) }
    const stopMoving = await moveDemoClasses(jobContext)
    const stopIndexing = startIndexJob(jobContext)
    // whose time ran out while nothing ran: the promise names a day, not the next run of a job
    context.background.later('care for accounts', async () => void (await careForAccounts(jobContext)))
    let stopQueueCare = async (): Promise<void> => undefined
    return {
      listener: withDeveloperRoute(context, bindContract(context, allBindings())),
      context,
      attachSockets(server) {
        context.im.attach(server, createImChat(context))
        context.support.line?.attach(server, createSupportChat(context))
      },
      endSockets: async () => void (await Promise.all([context.im.close(), context.support.line?.close()])),
      startJobs() {
        runner.start(jobContext)
        stopQueueCare = startQueueCare(jobContext)
      },
      async close() {
        await context.im.close()
        await context.support.line?.close()
        await stopQueueCare()
        await runner.stop()
        await stopMoving()
        await stopIndexing()
        await captchas.stop()
        await context.background.settled()
        await limits.close()
        messageRate.close()
        context.sharedWrites.close()
        purges.close()
        if (!overrides.database) await database.close()
      },
    }
  } catch (error) {
    if (!overrides.database) await database.close()
    throw error
  }
}

const unreachableReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has no address',
  EAI_AGAIN: 'has no address at the moment',
  ETIMEDOUT: 'does not answer',
  EHOSTUNREACH: 'is out of reach',
  ENETUNREACH: 'is out of reach',
  ENOENT: 'has no socket there',
  '28P01': 'refuses the password',
  '28000': 'refuses the user',
  '3D000': 'has no such database',
  '53300': 'has no connection left',
  '57P03': 'is just starting',
}

/** One sentence about a server that can't be used as the setting says; nothing of the setting's value, which has a password in it. */
function unreachable(error: unknown): DatabaseError | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const reason = typeof code === 'string' ? ownValue(unreachableReasons, code) : undefined
  if (reason !== undefined) return new DatabaseError(`The database server that DATABASE_URL names ${reason}.`)
  return message === 'Invalid URL' || message === 'timeout expired'
    ? new DatabaseError(
        `DATABASE_URL can't be used: ${message === 'Invalid URL' ? 'it is no whole address' : 'its server does not answer'}.`,
      )
    : undefined
}

/** The demo's classes are always on; a school in production has its own. Answers what ends that. */
async function moveDemoClasses(ctx: BackendContext): Promise<() => Promise<void>> {
  if (ctx.config.siteEnv === 'production') return () => Promise.resolve()
  const { startLiveScheduleJob } = await import('#server/seed/live-schedule-job.ts')
  return startLiveScheduleJob(ctx)
}

/** A backend whose primary was killed finishes its requests before it ends; the next site waits for it. */
const earlierBackendMs = 20_000

const unchecked = 'these agreements came with the software: have them checked, and put your own in their place'

async function openReadyDatabase(config: Config, log: Log, clock: Clock): Promise<OpenDatabase> {
  const began = performance.now()
  const database = await openDatabase(config, (error) => log.error({ err: error }, 'a database connection broke'), {
    waitMs: earlierBackendMs,
    onWait: (holder) => log.warn({ holder }, 'the data folder is still in use; waiting for it'),
  })
  try {
    const patient = { ...database, ...database.patient }
    const ran = await migrate(patient.db).catch((error: unknown) => {
      throw unreachable(error) ?? error
    })
    if (config.seed === 'demo') {
      if (!(await hasProducts(database.db))) {
        // the seed's texts are large and needed once
        const { seedDatabase } = await import('#server/seed/seed.ts')
        await seedDatabase(patient, { developers: isDeveloperEnv(config.siteEnv) })
      }
    }
    const shipped = await fillEssentials(patient, new Date(clock.now()))
    if (!isDeveloperEnv(config.siteEnv)) {
      await refusePublishedPasswords(database.db)
      if (shipped.length > 0) log.warn({ agreements: shipped }, unchecked)
    }
    const duration = Math.round(performance.now() - began)
    log.info({ kind: database.kind, fromTemplate: database.fromTemplate, migrations: ran, duration }, 'database ready')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
