import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite'
import { checkDatabaseFolder, finishFolder, unfinishedFolder, unpackTemplate } from './database-folder.ts'
import { parseBigint, parseBigintArray } from './type-parsers.ts'

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
  const params = Object.entries({ ...memorySettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return start(
    new PGlite({ parsers, startParams: [...PGlite.defaultStartParams, ...params], ...(folder ? { fs: folder } : {}) }),
  )
}

/**
 * Opens `{dataDir}/db`; where there is none yet it is made from `templateFile`, or empty without one. The caller holds the folder's
 * lock. A first start that is killed leaves nothing that the next one takes for a database. Throws `DatabaseError`.
 */
export async function openEmbedded(dataDir: string, templateFile: string | undefined): Promise<OpenEmbedded> {
  const template = templateFile !== undefined && existsSync(templateFile) ? templateFile : undefined
  const isThere = checkDatabaseFolder(dataDir)
  if (!isThere) {
    if (template) unpackTemplate(template, unfinishedFolder(dataDir))
    else await (await start(new PGlite({ dataDir: unfinishedFolder(dataDir), parsers }))).close()
    finishFolder(dataDir)
  }
  return {
    pglite: await start(new PGlite({ dataDir: resolve(dataDir, 'db'), parsers })),
    fromTemplate: !isThere && template !== undefined,
  }
}

async function start(pglite: PGlite): Promise<PGlite> {
  await pglite.waitReady
  await pglite.exec("set time zone 'UTC'")
  return pglite
}
