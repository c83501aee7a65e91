import { type BrowserContext, test as base, expect } from 'playwright/test'
import { askForCode, newPhone, openPage, ownAddress, readCode, typePhone } from './login-steps.ts'

/** A learner's number and password. */
export interface Account {
  readonly phone: string
  readonly password: string
}

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

/** Logs a browser in, as the dialog would; the session before it on another browser is over. */
export async function logInBrowser(context: BrowserContext, { phone, password }: Account): Promise<void> {
  const answer = await context.request.post(`${origin}/api/auth/login`, { headers: { reqSource: 'pcSite', origin }, data: { loginType: 'password', phoneNum: phone, password } })
  expect(await answer.json()).toMatchObject({ code: 1 })
}

/** Tests of learners: one account for all tests of a process, which run one after the other. */
export const test = base.extend<object, { account: Account }>({
  account: [
    async ({ browser }, use) => {
      const account = { phone: newPhone(), password: 'chalk-2468' }
      const page = await browser.newPage({ baseURL: origin, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
      await openPage(page, '/register')
      const form = page.locator('main')
      await typePhone(form, account.phone)
      await askForCode(page, form)
      await form.getByLabel('短信验证码').fill(await readCode(account.phone))
      await form.getByLabel('设置密码', { exact: true }).fill(account.password)
      await form.getByRole('button', { name: '注册' }).click()
      await page.waitForURL('**/register/success')
      await page.close()
      await use(account)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
