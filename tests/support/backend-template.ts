import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openPostgres } from '#server/backend/db/database.ts'
import { seedDatabase } from '#server/backend/db/seed/seed.ts'
import { buildTemplate, templateHash } from '#server/backend/db/seed/template.ts'

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

/** Migrated and seeded once for all workers; kept between runs as long as migrations and seed stay the same. */
async function embeddedTemplate(): Promise<string> {
  // the build makes the same one for the first start
  const built = resolve('dist/db-template.tgz')
  const stamp = resolve('dist/db-template.hash')
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === templateHash()) return built
  const folder = resolve('.cache')
  const file = resolve(folder, `test-template-${templateHash()}.tgz`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder)) if (name.startsWith('test-template-')) rmSync(resolve(folder, name), { force: true })
    const unfinished = `${file}.${process.pid}`
    await buildTemplate(unfinished)
    renameSync(unfinished, file)
  }
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
