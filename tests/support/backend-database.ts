import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { callStatements, type StatementLimits } from '#server/backend/db/statement-limits.ts'
import { runOnServer, withDatabase } from './backend-template.ts'
import { readArchive } from '#server/backend/db/template-archive.ts'
import { TemplateFolder } from './template-folder.ts'

let count = 0
const templates = new Map<string, ReturnType<typeof readArchive>>()

/** Everything is in memory already: a cache as large as the database would only be one more copy, to be zeroed for each file. */
const settings = { shared_buffers: '16MB' }

function openEmbeddedCopy(archive: string): Promise<OpenDatabase> {
  const files = templates.get(archive) ?? readArchive(readFileSync(archive))
  templates.set(archive, files)
  return openMemoryDatabase({ folder: new TemplateFolder(files), settings })
}

/** A copy of a template: embedded, or on the server that TEST_DATABASE_URL names. */
async function openCopy(
  templateFile: string,
  templateDatabase: string,
  statements: StatementLimits,
): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return openEmbeddedCopy(templateFile)
  const name = `xueyuan_test_${process.pid}_${++count}`
  // copying the template's files takes half as long as writing its pages through the server's log
  await runOnServer(url, `create database ${name} template ${templateDatabase} strategy file_copy`)
  const database = openPostgres(withDatabase(url, name), () => undefined, statements)
  return {
    ...database,
    close: async () => {
      await database.close()
      await runOnServer(url, `drop database ${name} with (force)`)
    },
  }
}

/** A database of its own with the seeded school, as before its first start. */
export function openTestDatabase(statements: StatementLimits = callStatements): Promise<OpenDatabase> {
  return openCopy(inject('templateFile'), inject('templateDatabase'), statements)
}

/** The same after a first start at `testNow`: its classes, learner and exams are in their places, so a start costs nothing. */
export function openPlacedDatabase(statements: StatementLimits = callStatements): Promise<OpenDatabase> {
  return openCopy(inject('placedFile'), inject('placedDatabase'), statements)
}
