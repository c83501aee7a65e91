import { expect, type Page, test } from 'playwright/test'
import { fillCalledCode } from '../support/care-steps.ts'
import { askForCode, newPhone, openPage, ownAddress, readCode, typePhone, wrongCode } from '../support/login-steps.ts'
import { sendBy } from '../support/send-by.ts'

const origin = `http://127.0.0.1:${process.env.E2E_PORT}`
let count = 0

/** Somebody at a provider whom no other test is. */
function newPerson(): string {
  count += 1
  return `画友${process.pid % 10_000}x${count}${Math.floor(Math.random() * 1000)}`
}

test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders(ownAddress())
})

/** Says at the provider who one is, and agrees. */
async function agreeAs(page: Page, nickname: string): Promise<void> {
  await page.getByLabel('自己取一个昵称').fill(nickname)
  await page.getByRole('button', { name: '同意' }).click()
}

function toastOf(page: Page, text: string) {
  return page.getByRole('status').filter({ hasText: text })
}

/** Binds the number on the page that follows a first sign-in. */
async function bindNumber(page: Page, phone: string): Promise<void> {
  const form = page.locator('main')
  await typePhone(form, phone)
  await askForCode(page, form)
  await form.getByLabel('短信验证码').fill(await readCode(phone))
  await form.getByRole('button', { name: /^绑定/ }).click()
}

test('a visitor comes by QQ, next time without questions', async ({ page, browser }) => {
  test.slow()
  const person = newPerson()
  const phone = newPhone()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await openPage(page, '/course?sort=new&action=login')
  await page.getByRole('dialog', { name: '进教室' }).getByRole('button', { name: 'QQ 登录' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'QQ登录' })).toBeVisible()
  await agreeAs(page, person)

  await expect(page).toHaveURL(`${origin}/user/oauth/QQ`)
  const form = page.locator('main')
  await expect(form.getByText(person)).toBeVisible()
  await expect(form.getByText('来自 QQ')).toBeVisible()
  // It is still there after a reload, and out of every address since the return.
  await page.reload()
  await expect(form.getByText(person)).toBeVisible()
  expect(
    addresses.filter(
      (address) =>
        /[?&](code|state|bindTicket)=/.test(address) &&
        !address.includes('/oauth2.0/') &&
        !address.includes('/authMiddlePage/auth?'),
    ),
  ).toEqual([])

  await typePhone(form, phone)
  await expect(form.getByText('这是新手机号')).toBeVisible()
  await expect(form.getByLabel('昵称（选填）')).toHaveValue(person.slice(0, 16))
  await askForCode(page, form)
  const code = await readCode(phone)
  await form.getByLabel('短信验证码').fill(wrongCode(code))
  await form.getByRole('button', { name: '绑定并注册' }).click()
  await expect(form.getByLabel('短信验证码')).toHaveAccessibleDescription('验证码错误')
  await form.getByLabel('短信验证码').fill(code)
  await sendBy(page, '/api/oauth/bind-oauth-by-no-login', () =>
    form.getByRole('button', { name: '绑定并注册' }).click({ timeout: 500 }),
  )
  await page.waitForURL(/\/course\?sort=new&isRegistered=1$/)
  await expect(page.getByRole('dialog', { name: '注册成功' })).toBeVisible()

  const later = await browser.newPage({ baseURL: origin, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await openPage(later, '/auth/login?redirect=%2Fclasses')
  await later.getByRole('button', { name: 'QQ 登录' }).click()
  await agreeAs(later, person)
  await expect(later).toHaveURL(`${origin}/classes`)
  await expect(toastOf(later, '登录成功')).toBeVisible()
  // Going back leads past the return page: nothing is handed in twice.
  await later.goBack()
  expect(later.url()).not.toContain('/authMiddlePage')
  await later.close()
})

test('WeChat is bound and unbound, another’s not given away', async ({ page, browser }) => {
  test.slow()
  const [own, others] = [newPerson(), newPerson()]
  const other = await browser.newPage({ baseURL: origin, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await openPage(other, '/auth/login')
  await other.getByRole('button', { name: '微信登录' }).click()
  await agreeAs(other, others)
  await expect(other.getByText('来自微信')).toBeVisible()
  await bindNumber(other, newPhone())
  await other.waitForURL(/isRegistered=1/)
  await other.close()

  // A learner who came by QQ.
  await openPage(page, '/auth/login?redirect=%2Fuser%2Fsecurity')
  await page.getByRole('button', { name: 'QQ 登录' }).click()
  await agreeAs(page, newPerson())
  const phone = newPhone()
  await bindNumber(page, phone)
  await page.waitForURL(/\/user\/security\?isRegistered=1$/)
  await openPage(page, '/user/security')

  await page.getByRole('button', { name: '绑定微信' }).click()
  const proof = page.getByRole('dialog', { name: '先确认是你本人' })
  await fillCalledCode(page, proof, phone, 'verify')
  await proof.getByRole('button', { name: '确认' }).click()
  await agreeAs(page, others)
  await expect(page).toHaveURL(`${origin}/user/security`)
  await expect(toastOf(page, '该微信已绑定其他账号')).toBeVisible()

  await page.getByRole('button', { name: '绑定微信' }).click()
  await agreeAs(page, own)
  await expect(page).toHaveURL(`${origin}/user/security`)
  await expect(toastOf(page, '绑定成功')).toBeVisible()
  await expect(page.getByText(`已绑定：${own}`)).toBeVisible()

  await page.getByRole('button', { name: '解除绑定微信' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(确定|解除绑定)/ })
    .click()
  await expect(toastOf(page, '解除绑定成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '绑定微信', exact: true })).toBeVisible()
})

test('refusing at the provider leads back to other ways', async ({ page }) => {
  for (const [button, heading] of [
    ['QQ 登录', 'QQ登录'],
    ['微信登录', '微信登录'],
  ] as const) {
    await openPage(page, '/auth/login')
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await page.getByRole('button', { name: '拒绝' }).click()
    await expect(page).toHaveURL(`${origin}/auth/login`)
    await expect(toastOf(page, '已取消登录')).toBeVisible()
  }
})

test('a foreign or used return ends at login, explained', async ({ page, browser }) => {
  await page.goto('/authMiddlePage/auth?loginType=QQ&code=ABCDEF&state=never-given')
  await expect(page).toHaveURL(`${origin}/auth/login`)
  await expect(toastOf(page, '授权已失效，请重新操作')).toBeVisible()

  // Somebody else's return address, opened here, logs nobody in.
  const other = await browser.newPage({ baseURL: origin, locale: 'zh-CN', extraHTTPHeaders: ownAddress() })
  await openPage(other, '/auth/login')
  await other.getByRole('button', { name: 'QQ 登录' }).click()
  await expect(other.getByRole('button', { name: '同意' })).toBeVisible()
  const agreed = await other.request.post(other.url(), {
    form: { nickname: newPerson(), answer: 'agree' },
    maxRedirects: 0,
  })
  const stolen = agreed.headers().location ?? ''
  expect(stolen).toContain('code=')
  await other.close()
  await page.goto(stolen)
  await expect(page).toHaveURL(`${origin}/auth/login`)
  await expect(toastOf(page, '授权已失效，请重新操作')).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
})

test('binding without a provider leads to login', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/user/oauth/QQ')
  await expect(page.getByRole('heading', { level: 1, name: '还没有授权' })).toBeVisible()
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL(`${origin}/auth/login`)
})
