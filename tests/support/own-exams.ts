import { type Browser, type BrowserContext, expect } from 'playwright/test'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import { AnswersRevealed, QuestionKind } from '#shared/contract/enums.ts'
import { callSite } from './buying-steps.ts'
import { seededPassword } from './care-steps.ts'
import { ownAddress } from './login-steps.ts'
import { type OwnSite, startOwnSite } from './own-site.ts'

/** A paper as its test needs it. */
type PaperValues = Partial<CallInput<'POST /api/staff/exam/save'>> & { readonly withShortAnswer?: boolean }

/** A site of its own, in which nobody minds new papers, with browsers for its people. */
export interface OwnExams {
  readonly site: OwnSite
  /** A browser in which a seeded account is logged in. */
  seat: (phone: string) => Promise<BrowserContext>
  call: <T>(context: BrowserContext, path: string, data?: object) => Promise<T>
  /** A paper of three choices, for everybody, published by the education office; answers its number. */
  makePaper: (office: BrowserContext, values?: PaperValues) => Promise<number>
  publish: (office: BrowserContext, id: number, isPublished: boolean) => Promise<void>
}

const options = ['窗外的太阳', '墙面的反光', '自己的肤色'].map((text, key) => ({ key, text }))
const choice = { kind: QuestionKind.single, stem: '亮面最先看哪里来的光？', options, key: { options: [0] }, score: 10 }
const words = { kind: QuestionKind.shortAnswer, stem: '说说主光在哪里。', key: { text: '左上。' }, score: 20 }

export async function startOwnExams(browser: Browser): Promise<OwnExams> {
  const site = await startOwnSite()
  const { base } = site
  const call = <T>(context: BrowserContext, path: string, data?: object): Promise<T> =>
    callSite<T>(context.request, path, data, base)
  const publish = async (office: BrowserContext, id: number, isPublished: boolean): Promise<void> => {
    const { version } = await call<{ version: number }>(office, `/api/staff/exam/paper?id=${id}`)
    await call(office, '/api/staff/exam/publish', { id, version, isPublished })
  }
  return {
    site,
    call,
    publish,
    async seat(phone) {
      const context = await browser.newContext({ baseURL: base, extraHTTPHeaders: ownAddress() })
      const form = { loginType: 'password', phoneNum: phone, password: seededPassword }
      // a site that has just started on a busy machine may be too slow for its first call
      await expect(async () => call(context, '/api/auth/login', form)).toPass({ timeout: 60_000 })
      return context
    },
    async makePaper(office, { withShortAnswer = false, ...values } = {}) {
      const settings = { intro: '', durationMin: 30, attemptsAllowed: 1, reveal: AnswersRevealed.afterHandingIn }
      const { id, version } = await call<CallOutput<'POST /api/staff/exam/save'>>(office, '/api/staff/exam/save', {
        title: '光线小测',
        ...settings,
        ...values,
      })
      const questions = [choice, choice, choice, ...(withShortAnswer ? [words] : [])]
      await call(office, '/api/staff/exam/questions', { id, version, questions })
      await publish(office, id, true)
      return id
    },
  }
}
