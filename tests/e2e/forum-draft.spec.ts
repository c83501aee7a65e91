import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { editor, saved, titleField } from '../support/forum-browser.ts'
import { logInBrowser, signUp } from '../support/learner-browser.ts'
import { newPhone, openPage, ownAddress } from '../support/login-steps.ts'

/** Two browsers of one learner in one session; what one keeps for itself the other doesn't have. */
async function openDevices(browser: Browser): Promise<[BrowserContext, BrowserContext]> {
  const first = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(first)
  const second = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await second.addCookies(await first.cookies())
  return [first, second]
}

async function openForm(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await openPage(page, '/bbs/write?plate=1')
  await expect(editor(page)).toBeVisible()
  return page
}

const contested = (page: Page) => page.getByText('别的设备上有更新的草稿。')
const draftOf = (context: BrowserContext) =>
  callSite<{ title: string; content: string } | null>(context.request, '/api/post/draft?place=plate/1')

test('a draft goes on on another device, overwriting nothing', async ({ browser }) => {
  const [one, two] = await openDevices(browser)
  const desk = await openForm(one)
  await titleField(desk).fill('窗台')
  await editor(desk).fill('在桌前写的第一句')
  await expect(saved(desk)).toBeVisible()
  const sofa = await openForm(two)
  await expect(titleField(sofa)).toHaveValue('窗台')
  await expect(editor(sofa)).toHaveText('在桌前写的第一句')
  await editor(sofa).fill('在沙发上接着写的')
  await expect(saved(sofa)).toBeVisible()

  // the desk doesn't know of it and writes on
  await editor(desk).fill('在桌前又写了一句')
  await expect(contested(desk)).toBeVisible()
  expect((await draftOf(one))?.content).toBe('<p>在沙发上接着写的</p>')
  await expect(editor(desk)).toHaveText('在桌前又写了一句')
  await desk.getByRole('button', { name: '发出去' }).click()
  await expect(desk.getByRole('alert')).toHaveText('别的设备上有更新的草稿，先选用哪一份再发')
  // nor is it lost by closing
  await desk.reload({ waitUntil: 'domcontentloaded' })
  await expect(editor(desk)).toHaveText('在桌前又写了一句')
  await expect(contested(desk)).toBeVisible()
  await desk.getByRole('button', { name: '用那一份' }).click()
  await expect(editor(desk)).toHaveText('在沙发上接着写的')
  await expect(contested(desk)).toBeHidden()
  expect((await draftOf(one))?.content).toBe('<p>在沙发上接着写的</p>')

  await editor(desk).fill('回到桌前写完')
  await expect(saved(desk)).toBeVisible()
  await editor(sofa).fill('沙发上不知道')
  await expect(contested(sofa)).toBeVisible()
  await sofa.getByRole('button', { name: '留这一份' }).click()
  await expect(saved(sofa)).toBeVisible()
  expect((await draftOf(two))?.content).toBe('<p>沙发上不知道</p>')
  for (const context of [one, two]) await context.close()
})

test('what couldn’t be kept is sent later', async ({ browser }) => {
  const [one, two] = await openDevices(browser)
  const page = await openForm(one)
  await one.setOffline(true)
  await titleField(page).fill('断网时写的')
  await expect(page.getByText(/没存到学校（网络不通.*），先留在这台设备上/)).toBeVisible()
  await page.close()
  await one.setOffline(false)
  const again = await openForm(one)
  await expect(titleField(again)).toHaveValue('断网时写的')
  await expect(saved(again)).toBeVisible()
  expect((await draftOf(two))?.title).toBe('断网时写的')
  for (const context of [one, two]) await context.close()
})

const answers = {
  'the server fails': { code: 0, msg: '服务器错误' },
  'the login has run out': { code: -3, msg: '登录已过期，请重新登录' },
} as const

for (const [name, answer] of Object.entries(answers))
  test(`a text stays when ${name}`, async ({ browser }) => {
    const [context, other] = await openDevices(browser)
    const page = await openForm(context)
    await page.route('**/api/post/add', (route) =>
      route.fulfill({ json: { ...answer, body: null, Time: Date.now() }, status: answer.code === 0 ? 500 : 200 }),
    )
    await titleField(page).fill('没有发出去的')
    await editor(page).fill('写了很久')
    await page.getByRole('button', { name: '发出去' }).click()
    if (answer.code === -3) await expect(page.getByRole('dialog')).toBeVisible()
    else await expect(page.getByRole('alert')).toHaveText('服务器错误')
    // under a dialog it is there as well
    await expect(page.getByRole('textbox', { name: '正文', includeHidden: true })).toHaveText('写了很久')
    const later = await openForm(context)
    await expect(titleField(later)).toHaveValue('没有发出去的')
    await expect(editor(later)).toHaveText('写了很久')
    expect((await draftOf(other))?.content).toBe('<p>写了很久</p>')
    for (const one of [context, other]) await one.close()
  })

test('a text stays when somebody logs in elsewhere', async ({ browser }) => {
  const account = { phone: newPhone(), password: 'chalk-2468' }
  const here = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(here, account)
  const page = await openForm(here)
  const elsewhere = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await logInBrowser(elsewhere, account)
  await titleField(page).fill('没有发出去的')
  await editor(page).fill('写了很久')
  await page.getByRole('button', { name: '发出去' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?code=-5/)
  await logInBrowser(here, account)
  const later = await openForm(here)
  await expect(titleField(later)).toHaveValue('没有发出去的')
  await expect(editor(later)).toHaveText('写了很久')
  await expect(saved(later)).toBeVisible()
  for (const one of [here, elsewhere]) await one.close()
})

test('a plate that closes leaves its draft, and says so', async ({ browser }) => {
  const [context, other] = await openDevices(browser)
  const page = await openForm(context)
  await titleField(page).fill('版块关了以后')
  await expect(saved(page)).toBeVisible()
  await page.route('**/api/post/category-list*', async (route) => {
    const answer = await route.fetch()
    const { body, ...rest } = (await answer.json()) as { body: { id: number }[] }
    await route.fulfill({ json: { ...rest, body: body.filter(({ id }) => id !== 1) } })
  })
  await openPage(page, '/bbs/user?tab=draft')
  await page.getByRole('main').getByRole('link', { name: '版块关了以后' }).click()
  await expect(titleField(page)).toHaveValue('版块关了以后')
  await page.getByRole('button', { name: '发出去' }).click()
  await expect(page.getByRole('alert')).toHaveText('原来的版块不收新帖子了，换一个版块再发；写好的都在')
  await page.getByLabel('版块').selectOption({ index: 1 })
  await expect(page).not.toHaveURL('/bbs/write?plate=1')
  await expect(titleField(page)).toHaveValue('版块关了以后')
  expect(await draftOf(other)).toBeNull()
  for (const one of [context, other]) await one.close()
})
