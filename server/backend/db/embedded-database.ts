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

/** A database in memory: empty, unless the options bring a folder. */
export async function openInMemory(options: Pick<PGliteOptions, 'fs' | 'startParams'> = {}): Promise<PGlite> {
  return start(new PGlite({ parsers, ...options }))
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
