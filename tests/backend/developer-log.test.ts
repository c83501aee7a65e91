import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusePublishedPasswords } from '#server/backend/developer/published-passwords.ts'
import { developerAccounts } from '#server/backend/developer/developer-accounts.ts'
import { printAccounts } from '#server/backend/developer/print-accounts.ts'
import { createSmsSender } from '#server/backend/ports/sms/create-sms-sender.ts'
import { readConfig } from '#server/config/config.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { preReleaseEnv } from '../support/public-env.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const message = { nationCode: 86, phone: '13912345678', channel: 'SMS', code: '271828', purpose: 'login' } as const

/** Everything that a site with these settings writes of accounts, and of a code that it sends. */
async function printed(env: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const config = readConfig(env)
  await printAccounts({ config, db: backend.db }, print)
  await createSmsSender(config, { db: backend.db, clock: backend.clock, print }).send(message)
  return lines
}

describe('the log of the demo', () => {
  test('shows accounts and codes where the page can’t be reached', async () => {
    const lines = await printed({ HOST: '0.0.0.0' })
    expect(lines).toHaveLength(developerAccounts.length + 1)
    expect(lines).toContain('Account learner: phone 13800000001, password xueyuan1')
    expect(lines.at(-1)).toBe('Code for +86 13912345678 (message): 271828')
  })

  test.each<Record<string, string>>([{}, { SITE_ENV: 'test', HOST: '0.0.0.0' }])(
    'tells neither with %o',
    async (env) => {
      expect(await printed(env)).toEqual([])
    },
  )

  test('and never on a public site', async () => {
    const print = vi.fn()
    await printAccounts({ config: readConfig({ ...preReleaseEnv, HOST: '0.0.0.0' }), db: backend.db }, print)
    expect(print).not.toHaveBeenCalled()
  })
})

test('a public site refuses accounts with the published password', async () => {
  await expect(refusePublishedPasswords(backend.db)).rejects.toThrow(
    /^The database holds accounts of the demo with their published password; .+\.$/,
  )
  await backend.db.updateTable('users').set({ passwordHash: 'another' }).where('passwordHash', 'is not', null).execute()
  await expect(refusePublishedPasswords(backend.db)).resolves.toBeUndefined()
})
