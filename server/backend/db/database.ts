import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { stopForGone } from '#server/backend/base/asker.ts'
import { type Config, ConfigError } from '#server/config/config.ts'
import { isDeveloperEnv } from '#server/config/site-env.ts'
import { type LockOptions, lockFolder } from '#server/process/folder-lock.ts'
import { DatabaseError } from './database-error.ts'
import { type MemoryOptions, openEmbedded, openInMemory } from './embedded-database.ts'
import { EmbeddedStatements } from './embedded-statements.ts'
import { migrations } from './migrations/index.ts'
import {
  callStatements,
  connectionOptions,
  patientStatements,
  type StatementLimits,
  searchStatements,
} from './statement-limits.ts'
import type { Tables } from './tables/all-tables.ts'
import { EndedGuard, runInTransaction, TransactionGuard } from './transaction-guard.ts'
import { parseBigint, parseBigintArray } from './type-parsers.ts'

/** What stores take: the database or a transaction on it. */
export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>

/** An open database; the only long-lived connection of a backend process. */
export interface OpenDatabase {
  /** Throws when it is used inside a transaction. */
  readonly db: Database
  readonly kind: 'embedded' | 'postgres'
  /** For what may take long: migrations, seed, jobs, exports. Without it there is one connection for everything. */
  readonly patient?: Pick<OpenDatabase, 'db' | 'transaction'>
  /** For searches, on PostgreSQL: connections of their own. */
  readonly search?: Pick<OpenDatabase, 'db'>
  /** The embedded instance, for dumping it. */
  readonly pglite?: PGlite
  /** True when the first start filled the folder from the template. */
  readonly fromTemplate: boolean
  /** Runs `work` in a transaction; it commits when `work` resolves and rolls back when it throws. */
  transaction<T>(work: (trx: DatabaseTransaction) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** SQLSTATE of a server that has no connection left. */
const tooManyConnections = '53300'
const dateOid = 1082
const bigintArrayOid = 1016

function build(dialect: Dialect): Pick<OpenDatabase, 'db' | 'transaction'> {
  const base = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
  return {
    db: base.withPlugin(new TransactionGuard()),
    transaction: (work) =>
      runInTransaction(() => {
        const guard = new EndedGuard()
        return base.transaction().execute((trx) => work(trx.withPlugin(guard)).finally(() => guard.end()))
      }),
  }
}

function wrapEmbedded(pglite: PGlite): OpenDatabase {
  return {
    ...build(new PGliteDialect({ pglite: new EmbeddedStatements(pglite) })),
    kind: 'embedded',
    pglite,
    fromTemplate: false,
    close: () => pglite.close(),
  }
}

/** A database in memory: empty, unless the options bring a folder. */
export async function openMemoryDatabase(options?: MemoryOptions): Promise<OpenDatabase> {
  return wrapEmbedded(await openInMemory(options))
}

/** The driver gives up waiting for a connection in words alone: as the server says it of its own, so that it is answered as busy. */
function sayBusy(error: Error & { code?: string }): never {
  if (error.code === undefined && error.message.includes('timeout exceeded when trying to connect'))
    error.code = tooManyConnections
  throw error
}

/** The pool, whose connections go to those only who still wait for what they asked. */
function forWhoWaits(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(sayBusy)
      try {
        stopForGone()
        return client
      } catch (error) {
        client.release()
        throw error
      }
    },
  }
}

/** Opens PostgreSQL at `url` with a pool under these limits; both databases then give the same JavaScript values. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limits: StatementLimits = patientStatements,
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    options: connectionOptions(limits),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => {
        if (oid === pg.types.builtins.INT8) return parseBigint
        if (oid === bigintArrayOid) return parseBigintArray
        if (oid === dateOid) return (value: string) => value
        return pg.types.getTypeParser(oid, format as 'text')
      },
    } as pg.CustomTypesConfig,
  })
  // an idle connection that breaks must not end the process
  pool.on('error', onError)
  const built = build(new PostgresDialect({ pool: forWhoWaits(pool) }))
  return { ...built, kind: 'postgres', fromTemplate: false, close: () => built.db.destroy() }
}

/** A pool for calls, and beside it one for what may take long and one for searches. */
function openServer(url: string, onError: (error: Error) => void): OpenDatabase {
  const calls = openPostgres(url, onError, callStatements)
  const patient = openPostgres(url, onError, patientStatements)
  const search = openPostgres(url, onError, searchStatements)
  return {
    ...calls,
    patient,
    search,
    close: async () => {
      await Promise.all([calls.close(), patient.close(), search.close()])
    },
  }
}

/**
 * Opens what the configuration names: PostgreSQL by DATABASE_URL, else the embedded database in the data folder,
 * locked for this process. Throws `DatabaseError` or `ConfigError` with one sentence when that can't be.
 */
export async function openDatabase(
  config: Config,
  onError: (error: Error) => void,
  lockOptions?: LockOptions,
): Promise<OpenDatabase> {
  if (config.databaseUrl) return openServer(config.databaseUrl, onError)
  const lock = await lockFolder(config.dataDir, 'database', lockOptions)
  try {
    // the pid of earlier versions' lock, which held only among processes that see each other
    rmSync(resolve(config.dataDir, 'db.lock'), { force: true })
    // The template holds the developers' accounts.
    const isTemplateWanted = config.seed === 'demo' && isDeveloperEnv(config.siteEnv)
    const templateFile = isTemplateWanted ? resolve(config.distDir, 'db-template.tgz') : undefined
    const { pglite, fromTemplate } = await openEmbedded(config.dataDir, templateFile)
    return {
      ...wrapEmbedded(pglite),
      fromTemplate,
      close: async () => {
        await pglite.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error instanceof DatabaseError || error instanceof ConfigError
      ? error
      : new DatabaseError(`The database in ${config.dataDir} can't be opened: ${(error as Error).message}`)
  }
}

/**
 * Whether just these migrations have run. Asked before the library's own look, which goes through the whole catalogue, twice: half of
 * what a start asks of the embedded database.
 */
async function isUpToDate(db: Database): Promise<boolean> {
  const there = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as "is"`.execute(db)
  if (!there.rows[0]?.is) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  const names = Object.keys(migrations)
  return done.size === names.length && names.every((name) => done.has(name))
}

/** Brings the schema up to date; safe when several processes start at once. Answers the names of the migrations that ran. */
export async function migrate(db: Database): Promise<string[]> {
  if (await isUpToDate(db)) return []
  const provider = { getMigrations: async () => migrations }
  // they are written at the same time and come out in another order than their numbers'
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
