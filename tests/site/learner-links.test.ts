import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userMenu } from '#client/features/user-centre/user-menu.ts'
import { placeExams } from '#server/seed/place-exams.ts'
import { placeLearnerDesk } from '#server/seed/learner-desk.ts'
import { openSessionOf } from '../support/backend-accounts.ts'
import { readFacts } from '../support/page-facts.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

// Whatever leads the demo's learner on leads to a page: the menu, its pages, messages, the calendar.
let school: School
let cookie = ''
const menu = userMenu({ isAdmin: false, adminUrl: null }).map(({ href }) => href)
/** Pages of the user centre that no entry of the menu opens by itself. */
const further = [
  '/user/timetable?type=answer-live',
  '/user/course?over=2',
  '/user/course?over=0',
  '/user/course?tab=note',
  '/user/testPaper?tab=over',
  '/user/testPaper?tab=mistakes',
  '/user/homework?state=3',
  '/bbs/user',
  '/bbs/record',
  '/deposits',
  '/coupon',
]

beforeAll(async () => {
  school = await startSchool()
  const { backend } = school
  await backend.database.transaction((trx) => placeLearnerDesk(trx, backend.clock.now()))
  await backend.database.transaction((trx) => placeExams(trx, backend.clock.now()))
  const { id } = await backend.db
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', '=', '13800000001')
    .executeTakeFirstOrThrow()
  cookie = await openSessionOf(backend, id)
}, 300_000)
afterAll(() => school?.close())

const visit = (path: string) => school.site.get(path).set('Cookie', cookie)

/** Where an address ends, and how that is answered; one step on, as old addresses lead to the new ones. */
async function endOf(path: string): Promise<{ status: number; text: string }> {
  const answer = await visit(path)
  const isMoved = answer.status > 300 && answer.status < 309
  return isMoved ? visit(String(answer.headers.location).replace(testOrigin, '')) : answer
}

/** Those addresses that aren't a page for their owner, each with what it is. */
async function dead(paths: Iterable<string>): Promise<unknown[]> {
  const found: unknown[] = []
  for (const path of new Set(paths)) {
    const { status, text } = await endOf(path)
    if (status !== 200 || text.includes('"askLogin"')) found.push([path, status])
  }
  return found
}

const isOwn = (url: string | null): url is string => url?.startsWith('/') ?? false

describe('what leads a learner on is a page', () => {
  it('from every entry of the menu', async () => {
    expect(menu).toHaveLength(10)
    expect(await dead([...menu, ...further])).toEqual([])
  })

  it('from every link of their own pages', async () => {
    const links = new Set<string>()
    for (const path of [...menu, ...further]) {
      const { text } = await endOf(path)
      for (const link of readFacts(text, path).links) links.add(link)
    }
    const kinds = [/^\/course\/live\/play\//, /^\/course\/video\/play\//, /[?&]t=\d+/, /^\/homework\//, /^\/exam\//]
    for (const kind of kinds) expect([...links].filter((link) => kind.test(link))).not.toEqual([])
    expect(await dead(links)).toEqual([])
  }, 300_000)

  it('from every message, its words and its button', async () => {
    const records: { buttonUrl: string | null; content: string }[] = []
    for (let pageNum = 1, pages = 1; pageNum <= pages; pageNum += 1) {
      const page = await school.backend
        .as(cookie)
        .call('GET /api/notify-message/get-message', { pageNum, pageSize: 50 })
      pages = page.pages
      records.push(...page.records)
    }
    const buttons = records.map(({ buttonUrl }) => buttonUrl).filter(isOwn)
    const words = records.flatMap(({ content }) =>
      [...content.matchAll(/href="(\/[^"]*)"/g)].map(([, url = '']) => url),
    )
    expect(buttons.length).toBeGreaterThan(3)
    expect(await dead([...buttons, ...words])).toEqual([])
  })

  it('from every line of the calendar', async () => {
    const { path } = await school.backend.as(cookie).call('POST /api/user/calendar/make', {})
    const text = (await school.site.get(path).buffer(true).expect(200)).text.replaceAll('\r\n ', '')
    const urls = [...text.matchAll(/^URL;VALUE=URI:(.*)$/gm)].map(([, url = '']) => url.trim())
    expect(urls.length).toBe(text.split('BEGIN:VEVENT').length - 1)
    expect(urls.length).toBeGreaterThan(8)
    const { origin } = school.backend.context.config
    expect(urls.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
    expect(await dead(urls.map((url) => url.slice(origin.length)))).toEqual([])
  })
})
