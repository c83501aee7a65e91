import { expect, test } from 'playwright/test'
import { breachesInBothColours, overhang } from '../support/axe.ts'
import { callSite, findClass, openOrder, orderCard, payOrder } from '../support/buying-steps.ts'
import { callAsAdmin, openOffice } from '../support/homework-browser.ts'
import { signUp } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { sendBy } from '../support/send-by.ts'

test.slow()
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(ownAddress()))

test('a refused refund is appealed by keyboard, and answered', async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  const orderNo = await openOrder(page.request, await findClass(page, { sendsMaterials: false }))
  await payOrder(page.request, orderNo)
  const { id } = await callSite<{ id: number }>(page.request, '/api/order/refund/apply', {
    orderNo,
    reason: '时间排不开',
  })
  const decider = await openOffice(browser, 'admin')
  await callAsAdmin(decider, '/api/staff/order/refund/decide', { id, approve: false, answer: '已经上了一半' })
  await decider.close()

  await openPage(page, '/user/order')
  const card = orderCard(page, orderNo)
  const way = card.getByRole('button', { name: '退款申诉' })
  await way.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '退款申诉' })
  const words = dialog.getByLabel('为什么应该退')
  await expect(dialog.getByText('学校答复：已经上了一半')).toBeVisible()
  expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])
  expect(await overhang(page)).toBe(0)
  await dialog.getByRole('button', { name: '提交申诉' }).focus()
  await page.keyboard.press('Enter')
  await expect(words).toHaveAccessibleDescription('说说为什么应该退')
  await expect(words).toBeFocused()
  await page.keyboard.type('只看了两讲，记录里有')
  await page.route('**/api/order/refund/appeal', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: '提交申诉' }).press('Enter')
  await expect(dialog.getByRole('button', { name: '提交申诉' })).toBeEnabled()
  await expect(words).toHaveValue('只看了两讲，记录里有')
  await sendBy(page, '/api/order/refund/appeal', () =>
    dialog.getByRole('button', { name: '提交申诉' }).press('Enter', { timeout: 500 }),
  )
  const promise = dialog.getByRole('status')
  await expect(promise).toContainText(/最晚 .+ 由没有参与审核的同事答复/)
  const no = /\d{12}/.exec(await promise.innerText())?.[0] ?? ''
  expect(await breachesInBothColours(page, { place: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(way).toBeFocused()

  const office = await openOffice(browser)
  const { records } = await callSite<{ records: { id: number; version: number }[] }>(
    office.request,
    `/api/staff/ticket/list?no=${no}`,
  )
  const { id: ticketId, version } = records[0] ?? { id: 0, version: 0 }
  const answer = { id: ticketId, version, content: '查过记录，下周一给您退。' }
  await callSite(office.request, '/api/staff/ticket/answer', answer)
  await office.close()
  await way.press('Enter')
  await expect(dialog.getByText(/^这次退款已经申诉过。编号/)).toBeVisible()
  await dialog.getByRole('link', { name: '看进度' }).press('Enter')
  await expect(page).toHaveURL(`/user/feedback/${no}`)
  await expect(page.getByText('查过记录，下周一给您退。')).toBeVisible()
  expect(await overhang(page)).toBe(0)
})
