import { type Browser, type BrowserContext, expect } from 'playwright/test'
import type { CallOutput } from '#shared/contract/calls.ts'
import { callSite, payOrder } from './buying-steps.ts'
import { educationPassword, seededAccounts, seededPassword } from './care-steps.ts'
import { logInBrowser, signUp } from './learner-browser.ts'
import { ownAddress } from './login-steps.ts'

type Office = 'education' | 'admin'

async function logOfficeIn(context: BrowserContext, who: Office): Promise<void> {
  const phone = seededAccounts[who]
  // another test resets the office's password, before or after
  await logInBrowser(context, { phone, password: seededPassword }).catch(() =>
    logInBrowser(context, { phone, password: educationPassword }),
  )
}

/** Who may correct every homework, in a browser of their own; a login elsewhere ends its session. */
export async function openOffice(browser: Browser, who: Office = 'education'): Promise<BrowserContext> {
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await logOfficeIn(context, who)
  return context
}

/** Calls the site as the administrator, whom other files log in, too: then once more, logged in again. */
export async function callAsAdmin<T>(office: BrowserContext, path: string, data?: object): Promise<T> {
  try {
    return await callSite<T>(office.request, path, data)
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('answered -5'))) throw error
    await logOfficeIn(office, 'admin')
    return callSite<T>(office.request, path, data)
  }
}

type Row = CallOutput<'GET /api/user/homework/list'>['records'][number]

/** A new learner of the demo's class, in a browser of their own, and what is to be done there. */
export async function openLearnerOf(
  browser: Browser,
  office: BrowserContext,
): Promise<{ context: BrowserContext; rows: Row[] }> {
  const waiting = await callAsAdmin<{ records: { id: number; scheduleName: string | null }[] }>(
    office,
    '/api/teach/homework/queue?pageSize=50',
  )
  const id = waiting.records.find(({ scheduleName }) => scheduleName === '第 40 期')?.id
  const { course, schedule } = await callAsAdmin<CallOutput<'GET /api/user/homework/detail'>>(
    office,
    `/api/user/homework/detail?id=${id}`,
  )
  const context = await browser.newContext({ extraHTTPHeaders: ownAddress() })
  await signUp(context)
  const { orderNo } = await callSite<{ orderNo: string }>(
    context.request,
    `/api/course/sign-up?courseId=${course.id}&classScheduleId=${schedule?.id}`,
  )
  const place = { consignee: '林小满', nationCode: 86, phone: '13900000001', province: '', city: '', district: '' }
  const address = { ...place, detail: '民生路 1 号 302' }
  const { id: addressId } = await callSite<{ id: number }>(context.request, '/api/user/address', address)
  await callSite(context.request, '/api/order/address', { orderNo, addressId })
  await payOrder(context.request, orderNo)
  const list = await callSite<{ records: Row[] }>(context.request, '/api/user/homework/list?state=1&pageSize=50')
  expect(list.records.length).toBeGreaterThan(5)
  return { context, rows: list.records }
}
