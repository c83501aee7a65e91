import { expect } from 'playwright/test'
import { test } from '../support/learner-browser.ts'
import { captchaDialog, newPhone, openPage, ownAddress, slideByMouse } from '../support/login-steps.ts'

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`

test('a captcha comes up after too many asked numbers', async ({ page, playwright }) => {
  // the neighbours at this address: other browsers
  const address = ownAddress()
  await page.context().setExtraHTTPHeaders(address)
  const neighbours = await playwright.request.newContext({
    extraHTTPHeaders: { ...address, reqSource: 'pcSite', origin },
  })
  for (let asked = 0; asked < 10; asked += 1)
    await neighbours.get(`${origin}/api/auth/check/phoneNum/exist?phoneNum=${newPhone()}`)
  await openPage(page, '/auth/login')
  const form = page.locator('main')
  await form.getByLabel('手机号').fill(newPhone())
  await expect(captchaDialog(page).getByRole('slider')).toBeFocused()
  // Closed, the number is still not known; leaving it asks again.
  await page.keyboard.press('Escape')
  await expect(captchaDialog(page)).toBeHidden()
  await expect(form.getByLabel('手机号')).toBeFocused()
  await expect(form.getByRole('button', { name: '获取验证码' })).toBeDisabled()
  await form.getByLabel('手机号').blur()
  await slideByMouse(page)
  await expect(captchaDialog(page)).toBeHidden()
  await expect(form.getByText('这是新手机号，注册后直接进教室')).toBeVisible()
  await expect(form.getByRole('button', { name: '获取验证码' })).toBeEnabled()
  await neighbours.dispose()
})

test('after a stranger’s guesses the owner solves a captcha', async ({ page, playwright, account }) => {
  const address = ownAddress()
  await page.context().setExtraHTTPHeaders(address)
  const stranger = await playwright.request.newContext({
    extraHTTPHeaders: { ...address, reqSource: 'pcSite', origin },
  })
  for (let guess = 0; guess < 5; guess += 1)
    await stranger.post(`${origin}/api/auth/login`, {
      data: { loginType: 'password', phoneNum: account.phone, password: 'guess-0' },
    })
  await stranger.dispose()
  await openPage(page, '/auth/login')
  const form = page.locator('main')
  await form.getByRole('tab', { name: '密码登录' }).click()
  await form.getByLabel('手机号').fill(account.phone)
  await form.getByLabel('密码', { exact: true }).fill(account.password)
  await form.getByRole('button', { name: '登录', exact: true }).click()
  await slideByMouse(page)
  await expect(page).not.toHaveURL(/auth\/login/)
})
