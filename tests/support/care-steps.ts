import { expect, type Locator, type Page } from 'playwright/test'
import { logInBrowser } from './learner-browser.ts'
import { askForCode, newPhone, openPage, readCode, typePhone } from './login-steps.ts'

/** Of the seeded school: each is used by one test only, because a login elsewhere would end its session. */
export const seededPassword = 'xueyuan1'
/** What the education office’s account has once its forgotten password was reset in a test. */
export const educationPassword = 'chalk-9753'
export const seededAccounts = {
  teacher: '13800000002',
  follow: '13800000003',
  education: '13800000004',
  admin: '13800000005',
  virtual: '17000000006',
} as const

/** Logs a browser in as one of the seeded accounts. */
export async function logInSeeded(page: Page, name: keyof typeof seededAccounts): Promise<string> {
  const phone = seededAccounts[name]
  await logInBrowser(page.context(), { phone, password: seededPassword })
  return phone
}

/** A new account without a password, made in the form of the login page; the browser is logged in then. */
export async function signUpByForm(page: Page): Promise<string> {
  const phone = newPhone()
  await openPage(page, '/auth/login')
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL(/isRegistered=1/)
  return phone
}

/**
 * Has a code called to the learner's own phone and types it: the number has just had a message, and the next may go in a
 * minute only, but calls count for themselves.
 */
export async function fillCalledCode(
  page: Page,
  place: Locator,
  phone: string,
  purpose: 'bindOld' | 'reset' | 'export' | 'deregister' | 'verify',
): Promise<void> {
  const code = await page.evaluate(async (wanted) => {
    const answer = await fetch(
      `/api/auth/rest/bind/sms?${new URLSearchParams({ purpose: wanted, captchaType: 'smsCode', smsType: 'VOICE_CODE' })}`,
      { headers: { reqSource: 'pcSite' } },
    )
    return ((await answer.json()) as { code: number }).code
  }, purpose)
  expect(code).toBe(1)
  await place.getByLabel(/的验证码$/).fill(await readCode(phone))
}
