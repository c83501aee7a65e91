import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openPostgres } from '#server/backend/db/database.ts'
import { seedDatabase } from '#server/seed/seed.ts'
import { buildTemplate, templateHash } from '#server/seed/template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The archive that embedded test databases are loaded from; '' on PostgreSQL. */
    templateFile: string
    /** The PostgreSQL database that test databases are copied from; '' for embedded ones. */
    templateDatabase: string
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

let databaseToDrop: { url: string; name: string } | undefined

export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) {
    project.provide('templateFile', await embeddedTemplate())
    project.provide('templateDatabase', '')
    return
  }
  const name = `xueyuan_template_${process.pid}`
  await runOnServer(url, `create database ${name}`)
  databaseToDrop = { url, name }
  const database = openPostgres(withDatabase(url, name), () => undefined)
  await migrate(database.db)
  await seedDatabase(database)
  await database.close()
  project.provide('templateFile', '')
  project.provide('templateDatabase', name)
}

export async function teardown(): Promise<void> {
  if (databaseToDrop) await runOnServer(databaseToDrop.url, `drop database ${databaseToDrop.name} with (force)`)
}
