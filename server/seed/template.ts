import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { migrate, openMemoryDatabase } from '#server/backend/db/database.ts'
import { fingerprint, installedVersion } from './fingerprint.ts'
import { seedDatabase } from './seed.ts'

/** Changes when the template would: migrations, seed, essentials, search index, the rules they use, the versions of the embedded database and of the dictionaries. */
export function templateHash(): string {
  const sources = [
    'server/backend/db/migrations',
    'server/seed',
    'server/backend/essentials',
    'server/backend/catalogue/search/indexing',
    'shared/rules/picture-rules.ts',
    'server/backend/base/shanghai-day.ts',
  ]
  return fingerprint(sources, ['@electric-sql/pglite', 'opencc-js', 'pinyin-pro'].map(installedVersion))
}

/** Writes the migrated and seeded database to `outFile` as a gzipped archive, which a first start loads. */
export async function buildTemplate(outFile: string): Promise<void> {
  const database = await openMemoryDatabase()
  try {
    await migrate(database.db)
    await seedDatabase(database)
    // The log of what the seed wrote is ten times the seed: with everything in its place it isn't needed, and not kept for reuse.
    await database.pglite?.exec('set wal_recycle = off; checkpoint; select pg_switch_wal(); checkpoint;')
    // everything is in the tables now: the log of how it got there would be most of the archive
    await sql`set wal_recycle = off`.execute(database.db)
    await sql`checkpoint`.execute(database.db)
    const dump = await database.pglite?.dumpDataDir('gzip')
    if (!dump) throw new Error('The embedded database gave no dump.')
    writeFileSync(outFile, Buffer.from(await dump.arrayBuffer()))
  } finally {
    await database.close()
  }
}
