import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, type Locator, type Page, test } from 'playwright/test'
import {
  educationPassword,
  fillCalledCode,
  logInSeeded,
  seededAccounts,
  seededPassword,
  signUpByForm,
} from '../support/care-steps.ts'
import { signUp } from '../support/learner-browser.ts'
import { askForCode, newPhone, openPage, ownAddress, readCode, typePhone, wrongCode } from '../support/login-steps.ts'
import { sendBy } from '../support/send-by.ts'

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
})

const toast = (page: Page, text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text })
const stepHeading = (page: Page, text: string): Locator => page.getByRole('heading', { level: 2, name: text })
/** What a row of the security page says and offers. */
const row = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 3, name, exact: true }).locator('..')

async function logInByPassword(page: Page, phone: string, password: string): Promise<void> {
  const form = page.locator('main')
  await form.getByRole('tab', { name: '密码登录' }).click()
  await form.getByLabel('手机号').fill(phone)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '登录', exact: true }).click()
}

test('a learner resets the forgotten password by phone', async ({ page }) => {
  test.slow()
  const phone = seededAccounts.education
  await openPage(page, '/auth/login?redirect=%2Fclasses')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '找回密码' })).toBeVisible()
  const form = page.locator('main')
  await form.getByRole('button', { name: '下一步' }).click()
  await expect(form.getByLabel('手机号')).toHaveAccessibleDescription('账号必填')
  await expect(form.getByLabel('手机号')).toBeFocused()
  await typePhone(form, phone)
  await askForCode(page, form)
  const code = await readCode(phone)
  await form.getByLabel('短信验证码').fill(wrongCode(code))
  await form.getByRole('button', { name: '下一步' }).click()
  await expect(form.getByLabel('短信验证码')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('手机号')).toHaveValue(phone)
  await form.getByLabel('短信验证码').fill(code)
  await sendBy(page, '/api/auth/reset-password-one', () =>
    form.getByRole('button', { name: '下一步' }).click({ timeout: 500 }),
  )
  await expect(stepHeading(page, '设置新密码')).toBeFocused()
  expect(page.url()).not.toMatch(/\d{6}/)
  await form.getByLabel('新密码', { exact: true }).fill('123456')
  await form.getByLabel('新密码', { exact: true }).press('Enter')
  await expect(form.getByLabel('新密码', { exact: true })).toHaveAccessibleDescription('密码太常见，请换一个')
  await expect(form.getByLabel('新密码', { exact: true })).toHaveValue('123456')
  await form.getByLabel('新密码', { exact: true }).fill(educationPassword)
  await sendBy(page, '/api/auth/reset-password-two', () =>
    form.getByRole('button', { name: '设置密码' }).click({ timeout: 500 }),
  )
  await page.waitForURL(/\/auth\/login/)
  await expect(toast(page, '密码设置成功')).toBeVisible()
  await logInByPassword(page, phone, educationPassword)
  await expect(toast(page, '登录成功')).toBeVisible()
})

test('a step whose ticket ended restarts with the number', async ({ page }) => {
  await openPage(page, '/user/auth/password/forget')
  const form = page.locator('main')
  const envelope = (code: number, msg: string, body: unknown) => ({
    contentType: 'application/json',
    body: JSON.stringify({ code, msg, body, Time: Date.now() }),
  })
  await page.route('**/api/auth/reset-password-one', (route) =>
    route.fulfill(envelope(1, 'success', { ticket: 'over' })),
  )
  const phone = newPhone()
  await typePhone(form, phone)
  await form.getByLabel('短信验证码').fill('123456')
  await form.getByRole('button', { name: '下一步' }).click()
  await expect(stepHeading(page, '设置新密码')).toBeFocused()
  await form.getByLabel('新密码', { exact: true }).fill('chalk-8642')
  await form.getByRole('button', { name: '设置密码' }).click()
  await expect(stepHeading(page, '验证手机号')).toBeFocused()
  await expect(toast(page, '操作已过期，请重新验证手机号')).toBeVisible()
  await expect(form.getByLabel('手机号')).toHaveValue(phone)
  await expect(form.getByLabel('短信验证码')).toHaveValue('')
})

test('a code’s account gets and changes password and phone', async ({ page }) => {
  test.slow()
  const phone = await signUp(page)
  await openPage(page, '/user/security')
  await expect(row(page, '手机号')).toContainText(`${phone.slice(0, 3)}****${phone.slice(-4)}`)
  await expect(page.getByText(/^上次登录：/)).toBeVisible()

  await test.step('quick password', async () => {
    await row(page, '登录密码').getByRole('button', { name: '设置密码' }).click()
    const dialog = page.getByRole('dialog', { name: '设置登录密码' })
    await expect(dialog.getByLabel('密码', { exact: true })).toBeFocused()
    await page.keyboard.type('12345')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('密码', { exact: true })).toHaveAccessibleDescription('密码必须在6-12位')
    await dialog.getByLabel('密码', { exact: true }).fill('chalk-1111')
    await page.keyboard.press('Enter')
    await expect(toast(page, '密码设置成功')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, '登录密码').getByRole('link', { name: '修改密码' })).toBeVisible()
    await expect(page).toHaveURL(/\/user\/security$/)
  })

  const newer = newPhone()
  await test.step('new phone', async () => {
    await row(page, '手机号').getByRole('link', { name: '更换手机号' }).click()
    await expect(page).toHaveURL(/\/user\/auth\/updatePhone$/)
    const form = page.locator('main')
    await fillCalledCode(page, form, phone, 'bindOld')
    await form.getByRole('button', { name: '下一步' }).click()
    await expect(stepHeading(page, '绑定新手机号')).toBeFocused()
    await form.getByLabel('新手机号').fill(phone)
    await form.getByLabel('短信验证码').fill('123456')
    await form.getByRole('button', { name: '更换' }).click()
    await expect(form.getByLabel('新手机号')).toHaveAccessibleDescription('新手机号不能与当前手机号相同')
    await typePhone(form, newer)
    await askForCode(page, form)
    await form.getByLabel('短信验证码').fill(await readCode(newer))
    await form.getByRole('button', { name: '更换' }).click()
    await expect(toast(page, '修改成功')).toBeVisible()
    await expect(page).toHaveURL(/\/user\/security$/)
    await expect(row(page, '手机号')).toContainText(`${newer.slice(0, 3)}****${newer.slice(-4)}`)
  })

  await test.step('another password', async () => {
    await row(page, '登录密码').getByRole('link', { name: '修改密码' }).click()
    await expect(page).toHaveURL(/\/user\/auth\/password$/)
    const form = page.locator('main')
    await fillCalledCode(page, form, newer, 'reset')
    await page.keyboard.press('Enter')
    await expect(stepHeading(page, '设置新密码')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(form.getByLabel('新密码', { exact: true })).toBeFocused()
    await page.keyboard.type('chalk-2222')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/auth\/login\?redirect=%2Fuser%2Fsecurity$/)
    await expect(toast(page, '密码设置成功')).toBeVisible()
    await logInByPassword(page, newer, 'chalk-2222')
    await expect(page).toHaveURL(/\/user\/security$/)
  })
})

test('an account without a phone must bind one first', async ({ page }) => {
  await logInSeeded(page, 'virtual')
  await openPage(page, '/course?sort=new')
  await expect(page).toHaveURL(/\/user\/auth\/bind\?redirect=%2Fcourse%3Fsort%3Dnew$/)
  await expect(page.getByRole('heading', { level: 1, name: '绑定手机号' })).toBeVisible()
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
  const form = page.locator('main')
  await form.getByLabel('登录密码', { exact: true }).fill(seededPassword)
  await form.getByRole('button', { name: '下一步' }).click()
  await expect(stepHeading(page, '绑定手机号')).toBeFocused()
  const phone = newPhone()
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByRole('button', { name: '绑定', exact: true }).click()
  await expect(page).toHaveURL(/\/course\?sort=new$/)
  await expect(toast(page, '绑定成功')).toBeVisible()
  // Now that it is real there is nothing to bind.
  await page.goto('/user/auth/bind?redirect=%2Fclasses')
  await expect(page).toHaveURL(/\/classes$/)
  await page.goto('/user/auth/bind?redirect=https%3A%2F%2Felsewhere.test%2F')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a learner takes their data along as a ZIP', async ({ page }) => {
  const phone = await logInSeeded(page, 'follow')
  await openPage(page, '/user/security')
  await row(page, '导出我的数据').getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出我的数据' })
  await expect(dialog.getByLabel('发到 138****0003 的验证码')).toBeFocused()
  await askForCode(page, dialog)
  await dialog.getByLabel(/的验证码$/).fill(await readCode(phone))
  await dialog.getByRole('button', { name: '开始导出' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, '导出我的数据')).toContainText(/的数据整理好了（\d+ KB）/, { timeout: 20_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(page, '导出我的数据').getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/个人数据-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(readFileSync(await download.path()))
  expect(Object.keys(files)).toContain('账号资料.json')
  expect(Buffer.from(files['账号资料.json'] ?? []).toString()).toContain(phone)
  // Whoever works here can't leave by themselves, and reads why.
  await expect(row(page, '注销账号')).toContainText('工作账号请联系管理员')
  await expect(row(page, '注销账号').getByRole('button')).toHaveCount(0)
})

test('the account’s end is asked for, dated and taken back', async ({ page }) => {
  const phone = await signUp(page)
  await openPage(page, '/user/security')
  await row(page, '注销账号').getByRole('button', { name: '注销账号' }).click()
  const dialog = page.getByRole('dialog', { name: '注销账号' })
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await dialog.getByLabel('为什么离开（选填）').fill('先歇一阵')
  await dialog.getByRole('button', { name: '申请注销' }).click()
  await expect(dialog.getByLabel(/的验证码$/)).toHaveAccessibleDescription('验证码必填')
  await fillCalledCode(page, dialog, phone, 'deregister')
  await dialog.getByRole('button', { name: '申请注销' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, '注销账号')).toContainText(/账号将在 \d+ 月 \d+ 日 \d\d:\d\d注销/)
  await page.reload()
  await page.locator('html[data-hydrated]').waitFor()
  await row(page, '注销账号').getByRole('button', { name: '撤销注销' }).click()
  await expect(toast(page, '已撤销注销，账号照常使用')).toBeVisible()
  await expect(row(page, '注销账号').getByRole('button', { name: '注销账号' })).toBeVisible()
})

test('a new learner completes the profile or skips it', async ({ page }) => {
  await signUpByForm(page)
  await page.getByRole('dialog', { name: '注册成功' }).getByRole('link', { name: '去完善资料' }).click()
  await expect(page).toHaveURL(/\/user\/perfect$/)
  await page.getByLabel('为什么学').selectOption('转行')
  await page.getByLabel('有多少时间').selectOption('每周 6 到 10 小时')
  await page.getByLabel('QQ 号（选填）').fill('12')
  await page.getByLabel('昵称').fill('刚来的人')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByLabel('QQ 号（选填）')).toHaveAccessibleDescription('QQ 号格式错误')
  await expect(page.getByLabel('昵称')).toHaveValue('刚来的人')
  await page.getByLabel('QQ 号（选填）').fill('1234567')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '设置成功')).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await openPage(page, '/user/perfect?redirect=%2Fclasses')
  await expect(page.getByLabel('为什么学')).toHaveValue('转行')
  await expect(page.getByLabel('昵称')).toHaveValue('刚来的人')
  await expect(page.getByRole('link', { name: '跳过，以后再填' })).toHaveAttribute('href', '/classes')
})

test('a false reset address is missing; visitors must log in', async ({ page }) => {
  expect((await page.goto('/user/auth/password/other'))?.status()).toBe(404)
  for (const path of [
    '/user/auth/password',
    '/user/auth/password/change',
    '/user/auth/updatePhone',
    '/user/auth/bind',
    '/user/security',
    '/user/perfect',
  ]) {
    expect((await page.goto(path))?.headers()['cache-control'] ?? '', path).toContain('no-store')
    // By its tag: once the login has opened over it, it has no role any more.
    await expect(page.locator('h1'), path).toHaveText('请先登录')
  }
})
