import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { openMemoryDatabase } from '#server/backend/db/database.ts'
import { readArchive } from '#server/backend/db/template-archive.ts'
import { TemplateFolder } from '../support/template-folder.ts'

// Test files share the bytes of one template: what one writes must reach no other.

test.skipIf(Boolean(process.env.TEST_DATABASE_URL))('a test’s writing stays in its own database', async () => {
  const archive = readFileSync(inject('templateFile'))
  const digest = (): string => createHash('sha256').update(archive).digest('hex')
  const before = digest()
  const files = readArchive(archive)
  const [first, second] = [
    await openMemoryDatabase({ folder: new TemplateFolder(files) }),
    await openMemoryDatabase({ folder: new TemplateFolder(files) }),
  ]
  const count = async ({ pglite }: typeof first): Promise<unknown> =>
    (await pglite?.query<{ count: number }>('select count(*)::int from colleges'))?.rows[0]?.count
  const seeded = await count(first)
  await first.pglite?.exec(
    "update users set nickname = nickname || '!'; truncate colleges cascade; create index on users (nickname); checkpoint",
  )
  expect(await count(first)).toBe(0)
  expect(await count(second)).toBe(seeded)
  await first.close()
  expect(await count(second)).toBe(seeded)
  await second.close()
  expect(digest()).toBe(before)
})
