import { expect, type Locator, type Page, test } from 'playwright/test'
import { signUp } from '../support/learner-browser.ts'
import {
  askForCode,
  captchaDialog,
  newPhone,
  openPage,
  ownAddress,
  readCode,
  slideByKeys,
  typePhone,
  wrongCode,
} from '../support/login-steps.ts'
import { sendBy } from '../support/send-by.ts'

const somePage = '/agreement/register'

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
})

function loginDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: /^(进教室|注册账号)$/ })
}

test('a visitor signs up by code and sees what’s next', async ({ page }) => {
  test.slow()
  const phone = newPhone()
  await openPage(page, '/register')
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByLabel('设置密码', { exact: true }).fill('chalk-2468')
  await form.getByRole('button', { name: '注册' }).click()
  await page.waitForURL('**/register/success')
  await expect(page.getByRole('status').filter({ hasText: '注册成功' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '注册成功' })).toBeVisible()
  await expect(page.getByText(`同学${phone.slice(-4)}，欢迎来上课`)).toBeVisible()
  // From now on it is a learner's browser: the forms are behind.
  await page.goto('/register?registerRedirect=%2Fclasses&inviteUserId=1')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/classes?inviteUserId=1')
  await page.goto('/auth/login?redirect=%2Fagreement%2Fprivacy%3Fa%3D1')
  await expect(page).toHaveURL(/\/agreement\/privacy\?a=1$/)
})

test('a missing inviter keeps nobody out, after one press', async ({ page, context }) => {
  test.slow()
  const phone = newPhone()
  await openPage(page, '/register?inviteUserId=999999999999')
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByLabel('设置密码', { exact: true }).fill('chalk-8642')
  const send = form.getByRole('button', { name: '注册' })
  await send.click()
  await expect(page.getByText('邀请码错误，再按一次就不带邀请注册')).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('inviteUserId')
  await sendBy(page, '/api/auth/register', () => send.click({ timeout: 500 }))
  await page.waitForURL('**/register/success')
})

test('a learner logs in by password where they were', async ({ page, browser }) => {
  test.slow()
  const phone = newPhone()
  const other = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(other, { phone, password: 'chalk-1357' })
  await other.close()

  await openPage(page, '/course?sort=new&action=login')
  const dialog = loginDialog(page)
  const [byCode, byPassword] = [
    dialog.getByRole('tab', { name: '短信登录' }),
    dialog.getByRole('tab', { name: '密码登录' }),
  ]
  await byCode.focus()
  for (const [key, chosen, other] of [
    ['End', byPassword, byCode],
    ['ArrowRight', byCode, byPassword],
    ['ArrowLeft', byPassword, byCode],
    ['Home', byCode, byPassword],
  ] as const) {
    await page.keyboard.press(key)
    await expect(chosen).toBeFocused()
    await expect(chosen).toHaveAttribute('aria-selected', 'true')
    await expect(other).toHaveAttribute('tabindex', '-1')
  }
  await expect(dialog.getByRole('tabpanel', { name: '短信登录' })).toBeVisible()
  await byPassword.click()
  await expect(dialog.getByRole('tabpanel')).toHaveAccessibleName('密码登录')
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByLabel('密码', { exact: true }).fill('wrong-2468')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(dialog.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('账号或密码错误')
  await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
  await dialog.getByLabel('密码', { exact: true }).fill('chalk-1357')
  await sendBy(page, '/api/auth/login', () => dialog.getByLabel('密码', { exact: true }).press('Enter'))
  await expect(page.getByRole('status').filter({ hasText: '登录成功' })).toBeVisible()
  await expect(page).toHaveURL(/\/course\?sort=new$/)
  await expect(dialog).toBeHidden()
})

test('a new number becomes an account by keyboard alone', async ({ page }) => {
  test.slow()
  const phone = newPhone()
  await openPage(page, `${somePage}?action=login`)
  const dialog = loginDialog(page)
  await expect(dialog.getByLabel('手机号')).toBeFocused()
  await page.keyboard.type(phone)
  await expect(dialog.getByRole('button', { name: '注册', exact: true })).toBeVisible()
  await expect(dialog.getByLabel('昵称')).not.toHaveValue('')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: '获取验证码' })).toBeFocused()
  await page.keyboard.press('Enter')
  await slideByKeys(page)
  await expect(captchaDialog(page).getByText('验证成功')).toBeVisible()
  await expect(captchaDialog(page)).toBeHidden()
  await expect(dialog.getByLabel('短信验证码')).toBeFocused()
  await page.keyboard.type(await readCode(phone))
  await page.keyboard.press('Enter')
  await page.waitForURL(/isRegistered=1/)
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${somePage}?isRegistered=1`)
})

test('five wrong codes end the right one, typing stays', async ({ page }) => {
  test.slow()
  const phone = newPhone()
  await openPage(page, '/auth/login')
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  const code = await readCode(phone)
  const field = form.getByLabel('短信验证码')
  const send = form.getByRole('button', { name: '注册', exact: true })
  await form.getByLabel('昵称').fill('五次错')
  const verdict = async (): Promise<string> => {
    const answer = page.waitForResponse('**/api/auth/login')
    await sendBy(page, '/api/auth/login', () => send.click({ timeout: 500 }))
    return String(((await (await answer).json()) as { code: number }).code)
  }
  for (let turn = 0; turn < 5; turn += 1) {
    await field.fill(wrongCode(code))
    expect(await verdict()).toBe('5003')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await field.fill(code)
  expect(await verdict()).toBe('5003')
  await expect(form.getByLabel('手机号')).toHaveValue(phone)
  await expect(form.getByLabel('昵称')).toHaveValue('五次错')
  await expect(field).toHaveValue(code)
})

test('a taken number leads to sign-up and back', async ({ page, browser }) => {
  test.slow()
  const phone = newPhone()
  await openPage(page, `${somePage}?action=login`)
  const dialog = loginDialog(page)
  await typePhone(dialog, phone)
  await expect(dialog.getByLabel('昵称')).toBeVisible()

  const other = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(other, { phone, password: 'chalk-2468' })
  await other.close()

  await dialog.getByLabel('短信验证码').fill('000000')
  await page.route(
    '**/api/auth/login',
    (route) => route.fulfill({ json: { code: 5004, msg: '该手机号已注册', body: null, Time: Date.now() } }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '注册账号' })).toBeVisible()
  await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
  await expect(dialog.getByLabel('手机号')).toHaveAccessibleDescription('该手机号已注册')
  await expect(dialog.getByLabel('短信验证码')).toHaveValue('000000')
  await dialog.getByRole('button', { name: '直接登录' }).click()
  await expect(page.getByRole('dialog', { name: '进教室' })).toBeVisible()
  await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
  await expect(dialog.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(dialog.getByLabel('昵称')).toBeHidden()
})

test.describe('the fields', () => {
  test('say what is wrong, the first getting the focus', async ({ page }) => {
    await openPage(page, '/auth/login')
    const form = page.locator('main')
    await form.getByRole('button', { name: '登录', exact: true }).click()
    await expect(form.getByLabel('手机号')).toHaveAccessibleDescription('账号必填')
    await expect(form.getByLabel('手机号')).toBeFocused()
    await expect(form.getByLabel('短信验证码')).toHaveAccessibleDescription('验证码必填')
    await form.getByLabel('手机号').fill('138161920')
    await form.getByLabel('短信验证码').focus()
    await expect(form.getByLabel('手机号')).toHaveAccessibleDescription('账号格式错误')
    await expect(form.getByRole('button', { name: '获取验证码' })).toBeDisabled()
    await form.getByRole('tab', { name: '密码登录' }).click()
    await form.getByRole('button', { name: '登录', exact: true }).click()
    await expect(form.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('密码必填')
    await form.getByLabel('密码', { exact: true }).fill('12345')
    await form.getByLabel('手机号').focus()
    await expect(form.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('密码格式错误')
  })
  test('of sign-up do, too', async ({ page }) => {
    await openPage(page, '/register')
    const form = page.locator('main')
    await form.getByRole('checkbox').uncheck()
    await form.getByLabel('设置密码', { exact: true }).fill('1234567890123')
    await form.getByRole('button', { name: '注册' }).click()
    await expect(form.getByLabel('手机号')).toHaveAccessibleDescription('账号必填')
    await expect(form.getByLabel('短信验证码')).toHaveAccessibleDescription('验证码必填')
    await expect(form.getByLabel('设置密码', { exact: true })).toHaveAccessibleDescription('密码必须在6-12位')
    await expect(form.getByRole('checkbox')).toHaveAccessibleDescription('请先阅读并同意用户协议和隐私政策')
  })
  test('take a number and a code as they are pasted', async ({ page }) => {
    await openPage(page, '/auth/login')
    const form = page.locator('main')
    await form.getByLabel('手机号').fill('+86 138-1619-2016')
    await expect(form.getByLabel('手机号')).toHaveValue('13816192016')
    await form.getByLabel('短信验证码').fill('【学园】验证码 204816，用于登录，5 分钟内有效。')
    await expect(form.getByLabel('短信验证码')).toHaveValue('204816')
  })
  test('a changed number takes the code button away first', async ({ page }) => {
    await openPage(page, '/auth/login')
    const form = page.locator('main')
    const get = form.getByRole('button', { name: '获取验证码' })
    await typePhone(form, newPhone())
    await form.getByLabel('手机号').press('Backspace')
    await expect(get).toBeDisabled()
    await typePhone(form, newPhone())
    const checks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/check/phoneNum/exist'))
        checks.push(new URL(request.url()).searchParams.get('nationCode') ?? '')
    })
    await form.getByLabel('国家或地区').selectOption('852')
    await expect(get).toBeEnabled()
    expect(checks).toEqual(['852'])
  })
  test('two quick presses send once', async ({ page }) => {
    await openPage(page, '/auth/login')
    const form = page.locator('main')
    await form.getByRole('tab', { name: '密码登录' }).click()
    await form.getByLabel('手机号').fill(newPhone())
    await form.getByLabel('密码', { exact: true }).fill('wrong-2468')
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) sent += 1
    })
    await form.getByRole('button', { name: '登录', exact: true }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
      button.click()
    })
    await expect(form.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('账号或密码错误')
    expect(sent).toBe(1)
  })
})

test.describe('the dialog', () => {
  test('closed, leaves the address and returns the page', async ({ page }) => {
    await openPage(page, '/course?sort=new&action=login')
    await loginDialog(page).getByRole('button', { name: '关闭' }).click()
    await expect(loginDialog(page)).toBeHidden()
    await expect(page).toHaveURL(/\/course\?sort=new$/)
    await expect(page.locator('html')).not.toHaveClass(/is-locked/)
  })
  test('by Esc, too', async ({ page }) => {
    await openPage(page, `${somePage}?action=login`)
    await expect(loginDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`${somePage}$`))
    await expect(loginDialog(page)).toBeHidden()
  })
  test('of an invitation stays: no cross, Esc or outside', async ({ page }) => {
    await openPage(page, `${somePage}?inviteUserId=1`)
    const dialog = loginDialog(page)
    await expect(dialog.getByText('你收到了一份邀请')).toBeVisible()
    await expect(dialog.getByRole('button', { name: '关闭' })).toBeHidden()
    await page.keyboard.press('Escape')
    await page.mouse.click(8, 8)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: '注册账号' }).click()
    await expect(page.getByRole('dialog', { name: '注册账号' })).toBeVisible()
    await dialog.getByRole('button', { name: '已有账号，去登录' }).click()
    await expect(page.getByRole('dialog', { name: '进教室' })).toBeVisible()
  })
  test('goes with the page that wanted it', async ({ page }) => {
    await openPage(page, somePage)
    await page.goto(`${somePage}?inviteUserId=1`)
    await expect(loginDialog(page)).toBeVisible()
    await page.goBack()
    await expect(loginDialog(page)).toBeHidden()
  })
  test('its code is in the first load of no page', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await openPage(page, somePage)
    expect(scripts.filter((path) => /dialog|captcha|login|chunk/.test(path))).toEqual([])
    await openPage(page, `${somePage}?action=login`)
    await expect(loginDialog(page)).toBeVisible()
    expect(scripts.filter((path) => /login-dialog/.test(path))).toHaveLength(1)
    expect(scripts.filter((path) => /captcha/.test(path))).toEqual([])
  })
})
