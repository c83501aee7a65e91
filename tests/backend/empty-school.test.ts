import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Backend, createBackend } from '#server/backend/backend.ts'
import { migrate, openMemoryDatabase } from '#server/backend/db/database.ts'
import { fillEssentials } from '#server/backend/essentials/fill-essentials.ts'
import { readConfig } from '#server/config/config.ts'
import { createTestLog, readEnvelope, sendCall, testNow } from '../support/backend-harness.ts'
import { serveCalls } from '../support/kept-connections.ts'

const folder = mkdtempSync(join(tmpdir(), 'xueyuan-empty-'))
let ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
  rmSync(folder, { recursive: true, force: true })
})

async function startEmpty(): Promise<{ backend: Backend; agent: Awaited<ReturnType<typeof serveCalls>>['agent'] }> {
  const config = readConfig({
    SITE_ENV: 'test',
    SEED: 'none',
    DATA_DIR: folder,
    DATABASE_URL: '',
    SERVICE_PHONE: '010-1234',
  })
  const backend = await createBackend(config, { log: createTestLog() })
  const { agent, end } = await serveCalls(backend.listener)
  ending.push(
    () => backend.close(),
    async () => end(),
  )
  return { backend, agent }
}

describe('a school that has just opened', () => {
  test('has every agreement with its phone, and dialling codes', async () => {
    const { agent } = await startEmpty()
    for (const type of ['register', 'privacy', 'purchase', 'refund', 'live', 'community'] as const) {
      const answer = readEnvelope<{ contentHtml: string }>(await sendCall(agent, 'GET /api/common/agreement', { type }))
      expect(answer.contentHtml).not.toMatch(/\{\w+\}/)
      expect(answer.contentHtml).not.toContain('020-29075715')
      if (type === 'register') expect(answer.contentHtml).toContain('010-1234')
    }
    const links = readEnvelope<{ url: string }[]>(await sendCall(agent, 'GET /api/common/links', {}))
    expect(links.map(({ url }) => url)).toContain('/agreement/privacy')
    const codes = readEnvelope<{ region: number }[]>(await sendCall(agent, 'GET /api/common/country-phone-region', {}))
    expect(codes.map(({ region }) => region)).toEqual(expect.arrayContaining([86, 852]))
  }, 30_000)
})

describe('the texts that come with the software', () => {
  const now = new Date(testNow)

  test('are named to the operator until replaced', async () => {
    const database = await openMemoryDatabase()
    ending.push(() => database.close())
    await migrate(database.db)
    expect(await fillEssentials(database, now)).toHaveLength(6)
    const own = { type: 'register', title: '用户协议', contentHtml: '<p>自己的</p>', effectiveAt: now }
    await database.db
      .insertInto('agreements')
      .values({ ...own, version: 2 })
      .execute()
    const left = await fillEssentials(database, now)
    expect(left).toHaveLength(5)
    expect(left).not.toContain('用户注册协议')
  })

  test('leave alone what the school has', async () => {
    const database = await openMemoryDatabase()
    ending.push(() => database.close())
    await migrate(database.db)
    const own = { type: 'privacy', version: 1, title: '自己的', contentHtml: '<p>自己的</p>', effectiveAt: now }
    await database.db.insertInto('agreements').values(own).execute()
    await database.db.insertInto('countryPhoneRegions').values({ code: 'CN', region: 86, national: '中国' }).execute()
    expect(await fillEssentials(database, now)).toHaveLength(5)
    await fillEssentials(database, now)
    const texts = await database.db.selectFrom('agreements').select(['agreements.type', 'agreements.title']).execute()
    expect(texts).toHaveLength(6)
    expect(texts).toContainEqual({ type: 'privacy', title: '自己的' })
    expect(await database.db.selectFrom('countryPhoneRegions').selectAll().execute()).toHaveLength(1)
  })
})
