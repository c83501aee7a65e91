import { type APIRequestContext, type BrowserContext, test as base, expect } from 'playwright/test'
import { encryptPoint } from '#client/features/login/slide-point.ts'
import { callSite } from './buying-steps.ts'
import { newPhone, ownAddress, readCode } from './login-steps.ts'
import { findHoleOf } from './puzzle.ts'

/** A learner's number and password. */
export interface Account {
  readonly phone: string
  readonly password: string
}

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

/** Logs a browser in, as the dialog would; the session before it on another browser is over. */
export async function logInBrowser(
  context: BrowserContext,
  { phone, password }: Account,
  base: string = origin,
): Promise<void> {
  const answer = await context.request.post(`${base}/api/auth/login`, {
    headers: { reqSource: 'pcSite', origin: base },
    data: { loginType: 'password', phoneNum: phone, password },
  })
  expect(await answer.json()).toMatchObject({ code: 1 })
}

/** Solves a puzzle and has a code sent to a number, as the forms do; the code. */
async function haveCodeSent(request: APIRequestContext, phone: string, base: string): Promise<string> {
  const call = <T>(path: string, data?: object): Promise<T> => callSite<T>(request, path, data, base)
  const puzzle = await call<{ token: string; secretKey: string }>('/api/auth/captcha/get?captchaType=blockPuzzle')
  const pointJson = encryptPoint(await findHoleOf(puzzle.token, base), puzzle.secretKey)
  await call('/api/auth/captcha/block/check', {
    pointJson,
    captchaType: 'blockPuzzle',
    token: puzzle.token,
  })
  await call('/api/auth/sendSms', {
    phoneNumber: phone,
    captchaType: 'blockPuzzle',
    captchaToken: puzzle.token,
    purpose: 'login',
  })
  return readCode(phone, base)
}

/**
 * A new account, made by the calls that the forms make; the browser is logged in then. Without a password it is one that
 * came by a code; `base`: on another site. The forms themselves have tests of their own.
 */
export async function signUp(
  { request }: Pick<BrowserContext, 'request'>,
  { phone = newPhone(), password }: Partial<Account> = {},
  base: string = origin,
): Promise<string> {
  const captchaCode = await haveCodeSent(request, phone, base)
  if (password) await callSite(request, '/api/auth/register', { phoneNum: phone, captchaCode, password }, base)
  else {
    const login = { loginType: 'phone', phoneNum: phone, captchaCode, nickname: `同学${phone.slice(-4)}` }
    await callSite(request, '/api/auth/login', login, base)
  }
  return phone
}

/** Tests of learners: one account for all tests of a process, which run one after the other. */
export const test = base.extend<object, { account: Account }>({
  account: [
    async ({ browser }, use) => {
      const account = { phone: newPhone(), password: 'chalk-2468' }
      const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
      await signUp(context, account)
      await context.close()
      await use(account)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
