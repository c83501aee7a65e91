import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { DecisionAct } from '#shared/contract/enums.ts'
import { callSite } from './buying-steps.ts'
import { seededAccounts, seededPassword } from './care-steps.ts'
import { logInBrowser, signUp } from './learner-browser.ts'
import { ownAddress } from './login-steps.ts'
import { type OwnSite, startOwnSite } from './own-site.ts'
import { makePicture } from './upload-samples.ts'

/** A site of its own with its reviewers, who tell of their decisions in the next minute. */
export interface OwnForum {
  readonly site: OwnSite
  readonly office: BrowserContext
  call: <T>(context: BrowserContext, path: string, data?: object) => Promise<T>
  /** A browser of somebody new. */
  newcomer: () => Promise<BrowserContext>
  /** A browser in which nobody is logged in. */
  visitor: () => Promise<BrowserContext>
  /** Decides about the text that waits under a title; answers once its author was told. */
  decide: (title: string, act: DecisionAct) => Promise<void>
}

const why = { clause: 'ads', reason: '请去掉广告和联系方式。' }

/** How long until what is decided is told: the next minute, and a slow machine. */
export const toldWithin = 120_000

export async function startOwnForum(browser: Browser): Promise<OwnForum> {
  const site = await startOwnSite({ env: { FORUM_TELL_SECONDS: '0' } })
  const { base } = site
  const call = <T>(context: BrowserContext, path: string, data?: object): Promise<T> =>
    callSite<T>(context.request, path, data, base)
  const open = (): Promise<BrowserContext> =>
    browser.newContext({ baseURL: base, extraHTTPHeaders: ownAddress(), locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const office = await open()
  // a site that has just started on a busy machine may be too slow for its first call
  await expect(() => logInBrowser(office, { phone: seededAccounts.education, password: seededPassword }, base)).toPass({
    timeout: 60_000,
  })
  return {
    site,
    office,
    call,
    visitor: open,
    async newcomer() {
      const context = await open()
      await signUp(context, {}, base)
      return context
    },
    async decide(title, act) {
      const { records } = await call<CallOutput<'GET /api/staff/forum/queue'>>(
        office,
        '/api/staff/forum/queue?pageSize=50',
      )
      const id = records.find((one) => one.title === title)?.id
      const { textKey } = await call<{ textKey: string }>(office, `/api/staff/forum/case?id=${id}`)
      const reasons = act === DecisionAct.approve ? {} : why
      const { decisionId } = await call<{ decisionId: number }>(office, '/api/staff/forum/decide', {
        id,
        textKey,
        act,
        ...reasons,
      })
      await expect
        .poll(
          async () => {
            const list = await call<CallOutput<'GET /api/staff/forum/decision/list'>>(
              office,
              '/api/staff/forum/decision/list',
            )
            return list.records.find((one) => one.id === decisionId)?.state
          },
          { timeout: toldWithin, intervals: [1000] },
        )
        .toBe('told')
    },
  }
}

/** A picture as somebody chooses it. */
export const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await makePicture(400, 300).png().toBuffer(),
})

export const editor = (page: Page) => page.getByRole('textbox', { name: '正文' })
export const titleField = (page: Page) => page.getByRole('textbox', { name: '标题', exact: true })
export const saved = (page: Page) => page.getByText(/^草稿 .* 存好了$/)
