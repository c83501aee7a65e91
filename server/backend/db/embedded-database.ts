import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { DatabaseError } from './folder-lock.ts'
import { parseBigint, parseBigintArray } from './type-parsers.ts'

/** The PostgreSQL inside this version of PGlite. */
const embeddedMajor = '18'

const parsers = {
  [types.INT8]: parseBigint,
  1016: parseBigintArray,
  // a date is a day, not a moment: it stays 'YYYY-MM-DD'
  [types.DATE]: (value: string): string => value,
}

export interface OpenEmbedded {
  readonly pglite: PGlite
  /** True when the folder was filled from the template. */
  readonly fromTemplate: boolean
}

export interface MemoryOptions {
  /** The folder that it begins with; without one it is empty. */
  readonly folder?: PGliteOptions['fs']
  /** PostgreSQL's settings. */
  readonly settings?: Readonly<Record<string, string>>
}

/** What is gone with its process needs no log to recover from: none is laid out ahead, and no page is logged whole. */
const memorySettings = { wal_init_zero: 'off', full_page_writes: 'off' }

/** A database in memory. */
export async function openInMemory({ folder, settings }: MemoryOptions = {}): Promise<PGlite> {
  const params = Object.entries({ ...memorySettings, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return start(new PGlite({ parsers, startParams: [...PGlite.defaultStartParams, ...params], ...(folder ? { fs: folder } : {}) }))
}

/**
 * Opens `{dataDir}/db`; an empty folder is filled from `templateFile` where that exists.
 * The caller holds the folder's lock. Throws `DatabaseError` for the folder of another PostgreSQL.
 */
export async function openEmbedded(dataDir: string, templateFile: string | undefined): Promise<OpenEmbedded> {
  const folder = resolve(dataDir, 'db')
  const unfinished = resolve(dataDir, 'db.unfinished')
  // a first start that was cut short leaves half a database
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  const versionFile = resolve(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major !== embeddedMajor) {
      throw new DatabaseError(`The database in ${folder} belongs to PostgreSQL ${major}, but this version opens only PostgreSQL ${embeddedMajor}.`)
    }
    rmSync(unfinished, { force: true })
    return { pglite: await start(new PGlite({ dataDir: folder, parsers })), fromTemplate: false }
  }
  try {
    writeFileSync(unfinished, '')
  } catch (error) {
    throw new DatabaseError(`The folder ${dataDir} can't be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`)
  }
  const template = templateFile !== undefined && existsSync(templateFile) ? toBlob(readFileSync(templateFile)) : undefined
  const pglite = await start(new PGlite({ dataDir: folder, parsers, ...(template ? { loadDataDir: template } : {}) }))
  rmSync(unfinished, { force: true })
  return { pglite, fromTemplate: template !== undefined }
}

async function start(pglite: PGlite): Promise<PGlite> {
  await pglite.waitReady
  await pglite.exec("set time zone 'UTC'")
  return pglite
}

/** An archive as it is or gzipped, known by gzip's first two bytes. */
function toBlob(bytes: Uint8Array): Blob {
  const gzipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: gzipped ? 'application/gzip' : 'application/x-tar' })
}
