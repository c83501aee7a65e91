import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { erasers } from '#server/backend/account/closing/erasers.ts'
import { exportParts } from '#server/backend/account/closing/export-parts.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()

/** Tables with a person in them of which nothing is taken away when the account ends, and why. */
const kept: Readonly<Record<string, string>> = {}

/** Tables with a person in them that aren't in what a learner takes along, and why. */
const untold: Readonly<Record<string, string>> = {}

/** Tables with a column that names a user. */
async function listPersonalTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`.execute(backend.db)
  return rows.map(({ name }) => name)
}

/** What `work` asks of the database, as text. */
async function textOf(work: (recorder: KyselyPlugin) => Promise<void>): Promise<string> {
  const texts: string[] = []
  await work({
    transformQuery({ node }) {
      texts.push(JSON.stringify(node, (_key, value) => (typeof value === 'bigint' ? String(value) : value)))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return texts.join('\n')
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())

function missingIn(text: string, tables: readonly string[], excused: Readonly<Record<string, string>>): string[] {
  return tables.filter(
    (name) => !new RegExp(`\\b(${name}|${camel(name)})\\b`).test(text) && !Object.hasOwn(excused, name),
  )
}

async function eraseText({ userId, phone }: Learner): Promise<string> {
  return textOf((recorder) =>
    backend.context.tx(async (trx) => {
      const account = { userId, nationCode: 86, phone, now: new Date(backend.clock.now()) }
      for (const erase of erasers) await erase(trx.withPlugin(recorder), account, backend.context.hash)
    }),
  )
}

async function exportText({ userId }: Learner): Promise<string> {
  return textOf(async (recorder) => {
    for (const part of exportParts) await Array.fromAsync(part.write(backend.db.withPlugin(recorder), userId))
  })
}

test('an account that ends takes its rows out of every table', async () => {
  const tables = await listPersonalTables()
  expect(tables.length).toBeGreaterThan(30)
  expect(missingIn(await eraseText(await registerLearner(backend)), tables, kept)).toEqual([])
})

test('what a learner takes along has something of every table', async () => {
  const tables = await listPersonalTables()
  expect(missingIn(await exportText(await registerLearner(backend)), tables, untold)).toEqual([])
})

test('every exception is a table that there is', async () => {
  const tables = new Set(await listPersonalTables())
  expect([...Object.keys(kept), ...Object.keys(untold)].filter((name) => !tables.has(name))).toEqual([])
})
