import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { readArchive } from '#server/backend/db/template-archive.ts'
import { placeLearnerDesk } from '#server/seed/learner-desk.ts'
import { moveLiveSchedules } from '#server/seed/live-schedule-job.ts'
import { placeExams } from '#server/seed/place-exams.ts'
import { seedDatabase } from '#server/seed/seed.ts'
import { buildTemplate, templateHash } from '#server/seed/template.ts'
import { TemplateFolder } from './template-folder.ts'
import { testNow } from './test-now.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The archive that embedded test databases are loaded from; '' on PostgreSQL. */
    templateFile: string
    /** The PostgreSQL database that test databases are copied from; '' for embedded ones. */
    templateDatabase: string
    /** The same two after a first start at `testNow`. */
    placedFile: string
    placedDatabase: string
  }
}

/** Runs SQL on the server that TEST_DATABASE_URL names. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/**
 * Migrated and seeded once for all workers; kept between runs as long as migrations and seed stay the same.
 * Unpacked, because every test file loads it.
 */
async function embeddedTemplate(): Promise<string> {
  const hash = templateHash()
  const folder = resolve('.cache')
  const file = resolve(folder, `test-template-${hash}.tar`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  // those of other migrations or seeds; a run beside this one may be writing the same
  const old = readdirSync(folder).filter((name) => name.startsWith('test-template-') && !name.includes(hash))
  for (const name of old) rmSync(resolve(folder, name), { force: true })
  // the build makes the same one for the first start
  const built = resolve('dist/db-template.tgz')
  const stamp = resolve('dist/db-template.hash')
  const isBuilt = existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  const packed = isBuilt ? built : `${file}.${process.pid}.tgz`
  if (!isBuilt) await buildTemplate(packed)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, gunzipSync(readFileSync(packed)))
  if (!isBuilt) rmSync(packed)
  renameSync(unfinished, file)
  return file
}

/** What a first start does to the seeded school: it moves classes, gives the demo's learner courses, and places exams. */
async function place({ transaction }: Pick<OpenDatabase, 'transaction'>): Promise<void> {
  await transaction(async (trx) => {
    await moveLiveSchedules(trx, testNow)
    await placeLearnerDesk(trx, testNow)
    await placeExams(trx, testNow)
  })
}

/** The seeded template after a first start at `testNow`; kept as that is. */
async function placedTemplate(template: string): Promise<string> {
  const file = template.replace(/\.tar$/, `-placed-${testNow}.tar`)
  if (existsSync(file)) return file
  const database = await openMemoryDatabase({ folder: new TemplateFolder(readArchive(readFileSync(template))) })
  try {
    await place(database)
    await database.pglite?.exec('set wal_recycle = off; checkpoint; select pg_switch_wal(); checkpoint;')
    const dump = await database.pglite?.dumpDataDir('none')
    if (!dump) throw new Error('The embedded database gave no dump.')
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
    renameSync(unfinished, file)
  } finally {
    await database.close()
  }
  return file
}

let databasesToDrop: { url: string; names: readonly string[] } | undefined

export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) {
    const template = await embeddedTemplate()
    project.provide('templateFile', template)
    project.provide('placedFile', await placedTemplate(template))
    project.provide('templateDatabase', '')
    project.provide('placedDatabase', '')
    return
  }
  const name = `xueyuan_template_${process.pid}`
  const placed = `xueyuan_placed_${process.pid}`
  await runOnServer(url, `create database ${name}`)
  databasesToDrop = { url, names: [name, placed] }
  const database = openPostgres(withDatabase(url, name), () => undefined)
  await migrate(database.db)
  await seedDatabase(database)
  await database.close()
  await runOnServer(url, `create database ${placed} template ${name} strategy file_copy`)
  const copy = openPostgres(withDatabase(url, placed), () => undefined)
  await place(copy)
  await copy.close()
  project.provide('templateFile', '')
  project.provide('placedFile', '')
  project.provide('templateDatabase', name)
  project.provide('placedDatabase', placed)
}

export async function teardown(): Promise<void> {
  if (!databasesToDrop) return
  const { url, names } = databasesToDrop
  for (const name of names) await runOnServer(url, `drop database if exists ${name} with (force)`)
}
