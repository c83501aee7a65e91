import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite } from './buying-steps.ts'
import { seededAccounts, seededPassword } from './care-steps.ts'
import { ownAddress } from './login-steps.ts'
import { type OwnSite, startOwnSite } from './own-site.ts'

/** How what is told to the school looks in a browser: a site of its own, because its office's accounts and hours are everybody's. */

/** Starts it. */
export function startSupportSite(): Promise<OwnSite> {
  return startOwnSite()
}

/** A browser on that site; signed in as one of the seeded accounts, or a visitor's. */
export async function openBrowser(
  browser: Browser,
  { base }: Pick<OwnSite, 'base'>,
  { who, ...options }: BrowserContextOptions & { who?: keyof typeof seededAccounts } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: base,
    extraHTTPHeaders: ownAddress(),
    storageState: {
      cookies: [],
      origins: [{ origin: base, localStorage: [{ name: 'closedNotices', value: '[1,2]' }] }],
    },
    ...options,
  })
  const login = { loginType: 'password', phoneNum: who && seededAccounts[who], password: seededPassword }
  if (who) await callSite(context.request, '/api/auth/login', login, base)
  return context
}

/** The office of a site: what its people do by calls. */
export function officeOf({ request }: Pick<BrowserContext, 'request'>, base: string) {
  return {
    async findTicket(no: string): Promise<{ id: number; version: number }> {
      const path = `/api/staff/ticket/list?no=${no}`
      const { records } = await callSite<CallOutput<'GET /api/staff/ticket/list'>>(request, path, undefined, base)
      return { id: records[0]?.id ?? 0, version: records[0]?.version ?? 0 }
    },
  }
}
