import { expect } from 'playwright/test'
import { callSite } from '../support/buying-steps.ts'
import { logInBrowser, test } from '../support/learner-browser.ts'
import { openPage, ownAddress } from '../support/login-steps.ts'
import { roomFaults } from '../support/room-steps.ts'

test.use({ extraHTTPHeaders: ownAddress() })

test('a visitor must log in; unknown rooms say so', async ({ page, account }) => {
  await openPage(page, '/course/live/play/999999999')
  await expect(page.getByRole('dialog')).toBeVisible()
  await logInBrowser(page.context(), account)
  await openPage(page, '/course/live/play/999999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('没有找到这间教室')
  expect(await roomFaults(page)).toEqual([])
})

test('an unpaid class says so on its page', async ({ page, account }) => {
  await logInBrowser(page.context(), account)
  const { request } = page.context()
  const { records } = await callSite<{ records: { id: number }[] }>(
    request,
    '/api/common/course-list-page?lectureType=live&pageSize=24',
  )
  const lessons = await Promise.all(
    records.map(({ id }) =>
      callSite<{ id: number; kind: number; liveStatus: number | null; isLocked: boolean }[]>(
        request,
        `/api/period/get-period-list?courseId=${id}`,
      ),
    ),
  )
  const over = lessons.flat().find(({ kind, liveStatus, isLocked }) => kind === 1 && liveStatus === 3 && isLocked)
  if (!over) throw new Error('No paid class is over.')
  const calls: string[] = []
  page.on('request', (sent) => calls.push(new URL(sent.url()).pathname))
  await openPage(page, `/course/live/play/${over.id}`)
  await expect(page.getByText('这节课要先报名才能看')).toBeVisible()
  await expect(page.getByRole('link', { name: '去看课程和报名' })).toBeVisible()
  expect(calls.filter((path) => path.startsWith('/api/live'))).toEqual(['/api/live/room-entry'])
  expect(await roomFaults(page)).toEqual([])
})
