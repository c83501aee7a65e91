import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { callStatements, type StatementLimits } from '#server/backend/db/statement-limits.ts'
import { runOnServer, withDatabase } from './backend-template.ts'
import { readArchive } from '#server/backend/db/template-archive.ts'
import { TemplateFolder } from './template-folder.ts'

let count = 0
let templateFiles: ReturnType<typeof readArchive> | undefined

/** Everything is in memory already: a cache as large as the database would only be one more copy, to be zeroed for each file. */
const settings = { shared_buffers: '16MB' }

function openEmbeddedCopy(): Promise<OpenDatabase> {
  templateFiles ??= readArchive(readFileSync(inject('templateFile')))
  return openMemoryDatabase({ folder: new TemplateFolder(templateFiles), settings })
}

/** A database of its own with the seeded school: embedded, or on the server that TEST_DATABASE_URL names. */
export async function openTestDatabase(statements: StatementLimits = callStatements): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return openEmbeddedCopy()
  const name = `xueyuan_test_${process.pid}_${++count}`
  // copying the template's files takes half as long as writing its pages through the server's log
  await runOnServer(url, `create database ${name} template ${inject('templateDatabase')} strategy file_copy`)
  const database = openPostgres(withDatabase(url, name), () => undefined, statements)
  return {
    ...database,
    close: async () => {
      await database.close()
      await runOnServer(url, `drop database ${name} with (force)`)
    },
  }
}
