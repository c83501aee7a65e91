import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, expect } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite } from './buying-steps.ts'
import { seededPassword } from './care-steps.ts'
import { confirmMessages } from './confirm-messages.ts'
import { ownAddress } from './login-steps.ts'
import { startOwnSite } from './own-site.ts'

/** A site of its own with a clock that is moved, whose decisions are told within the minute. */
export interface OwnForum {
  readonly base: string
  /** A browser in which a seeded account is logged in. */
  seat: (phone: string) => Promise<BrowserContext>
  call: <T>(context: BrowserContext, path: string, data?: object) => Promise<T>
  /** Sets the site's clock ahead of the real one. */
  setAhead: (ms: number) => void
  stop: () => Promise<void>
}

export async function startOwnForum(browser: Browser): Promise<OwnForum> {
  const folder = mkdtempSync(join(tmpdir(), 'xueyuan-clock-'))
  const file = join(folder, 'ahead')
  const setAhead = (ms: number): void => {
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  setAhead(0)
  const preload = pathToFileURL(resolve('tests/support/moved-clock.ts')).href
  const env = { NODE_OPTIONS: `--import=${preload}`, CLOCK_AHEAD_FILE: file, FORUM_TELL_SECONDS: '0' }
  const site = await startOwnSite({ env })
  const { base } = site
  const call = <T>(context: BrowserContext, path: string, data?: object): Promise<T> =>
    callSite<T>(context.request, path, data, base)
  return {
    base,
    call,
    setAhead,
    async seat(phone) {
      const context = await browser.newContext({ baseURL: base, extraHTTPHeaders: ownAddress() })
      const form = { loginType: 'password', phoneNum: phone, password: seededPassword }
      // a site that has just started on a busy machine may be too slow for its first call
      await expect(async () => call(context, '/api/auth/login', form)).toPass({ timeout: 60_000 })
      await confirmMessages(context.request, base)
      return context
    },
    async stop() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Decisions = CallOutput<'GET /api/post/decision/my-list'>['records']

/** Waits until somebody was told of so many decisions. */
export async function toldDecisions({ call }: OwnForum, context: BrowserContext, count: number): Promise<Decisions> {
  let found: Decisions = []
  await expect
    .poll(
      async () => {
        found = (await call<{ records: Decisions }>(context, '/api/post/decision/my-list')).records
        return found.length
      },
      // the job comes by once a minute
      { timeout: 150_000 },
    )
    .toBe(count)
  return found
}
