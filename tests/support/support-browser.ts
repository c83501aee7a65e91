import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite } from './buying-steps.ts'
import { seededAccounts, seededPassword } from './care-steps.ts'
import { confirmMessages } from './confirm-messages.ts'
import { ownAddress } from './login-steps.ts'
import { type OwnSite, startOwnSite } from './own-site.ts'

/** How customer service looks in a browser: a site of its own, because its hours are everybody's. */

const accounts = { learner: '13800000001', ...seededAccounts } as const
export type Who = keyof typeof accounts

/** Starts it. */
export function startSupportSite(env: Record<string, string> = {}): Promise<OwnSite> {
  return startOwnSite({ env })
}

/** A browser on that site; signed in as one of the seeded accounts, or a visitor's. */
export async function openBrowser(
  browser: Browser,
  { base }: Pick<OwnSite, 'base'>,
  { who, ...options }: BrowserContextOptions & { who?: Who } = {},
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
  if (who) await logInAs(context, base, who)
  return context
}

/** Signs that browser in; the session before it on another browser is over. */
export async function logInAs({ request }: Pick<BrowserContext, 'request'>, base: string, who: Who): Promise<void> {
  const login = { loginType: 'password', phoneNum: accounts[who], password: seededPassword }
  await callSite(request, '/api/auth/login', login, base)
  await confirmMessages(request, base)
}

type Hours = CallOutput<'GET /api/staff/service/hours'>
const allDay = { from: 0, to: 1440 }

/** The office of a site: what its people do by calls. */
export function officeOf({ request }: Pick<BrowserContext, 'request'>, base: string) {
  const call = <T>(path: string, data?: object): Promise<T> => callSite<T>(request, path, data, base)
  async function saveWeek(span: { from: number; to: number }): Promise<void> {
    const { version } = await call<Hours>('/api/staff/service/hours')
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...span }))
    await call('/api/staff/service/hours/save', { version, week, days: [] })
  }
  return {
    call,
    /** The hours go round the clock, and somebody is there. */
    async open(): Promise<void> {
      await saveWeek(allDay)
      await call('/api/staff/conversation/presence', {})
    },
    /** The closing hour: an hour that lies half a day away is the only one of each day. */
    async close(): Promise<void> {
      const hour = (new Date(Date.now()).getUTCHours() + 8) % 24
      await saveWeek(hour < 12 ? { from: 18 * 60, to: 19 * 60 } : { from: 6 * 60, to: 7 * 60 })
    },
    async answer(lastText: string, text: string, pictures: string[] = []): Promise<number> {
      const { records } = await call<CallOutput<'GET /api/staff/conversation/queue'>>(
        '/api/staff/conversation/queue?pageSize=50',
      )
      const id =
        records.find((one) => one.lastText === lastText)?.id ?? records.find(({ state }) => state === 'waiting')?.id
      await call('/api/staff/conversation/answer', { id, text, pictures, clientMsgId: crypto.randomUUID() })
      return id ?? 0
    },
    async findTicket(no: string): Promise<{ id: number; version: number }> {
      const { records } = await call<CallOutput<'GET /api/staff/ticket/list'>>(`/api/staff/ticket/list?no=${no}`)
      return { id: records[0]?.id ?? 0, version: records[0]?.version ?? 0 }
    },
  }
}

/** The window of customer service. */
export const panelOf = (page: Page) => page.getByRole('region', { name: /^问/ })

/** Opens it by its entry, and waits until it is connected. */
export async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^在线客服/ }).click()
  await expect(panelOf(page).getByText(/^(在线|暂时不在|下班了)$/)).toBeVisible()
}
