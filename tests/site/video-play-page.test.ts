import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSignedIn } from '../support/backend-session.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

async function read(path: string) {
  const { status, text, headers } = await school.site.get(path)
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''
  return { status, html: text, headers, title, headings: [...text.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, words]) => words) }
}

/** The lessons of the first recorded course. */
async function lessons() {
  const periods = await school.backend.api.call('GET /api/course/period', { courseId: 1 })
  const [free, locked] = [periods.find(({ isFreeStudy }) => isFreeStudy), periods.find(({ isFreeStudy }) => !isFreeStudy)]
  if (!free || !locked) throw new Error('The course has no free lesson.')
  return { periods, free, locked }
}

describe('/course/video/play/{id}', () => {
  it('has the name of the lesson, the list, and a sentence for browsers without script', async () => {
    const { periods, free } = await lessons()
    const page = await read(`/course/video/play/${free.id}`)
    expect(page.status).toBe(200)
    expect(page.headings).toEqual([free.name])
    expect(page.title).toContain(free.name)
    for (const { name } of periods) expect(page.html).toContain(name)
    expect(page.html).toMatch(/<noscript>.*看课要打开浏览器的脚本/s)
    expect(page.html).toContain('name="robots" content="noindex')
  })

  it('has neither header nor footer, and is kept by nobody', async () => {
    const { free } = await lessons()
    const { html, headers } = await read(`/course/video/play/${free.id}`)
    expect(html).not.toMatch(/<footer|<header/)
    expect(headers['cache-control']).toMatch(/no-store|private/)
  })

  it('says of a lesson that is not free what is missing, and where to get it', async () => {
    const { locked } = await lessons()
    const { status, html, headings } = await read(`/course/video/play/${locked.id}`)
    expect(status).toBe(200)
    expect(headings).toEqual([locked.name])
    expect(html).toContain('还没有报名')
    expect(html).toContain('href="/course/video/1"')
  })

  it('opens no player for a learner: that is for the browser that plays', async () => {
    const { free } = await lessons()
    const { userId, cookie } = await addSignedIn(school.backend)
    await school.backend.database.db.updateTable('users').set({ phoneIsReal: true }).where('users.id', '=', userId).execute()
    const { status } = await school.site.get(`/course/video/play/${free.id}`).set('Cookie', cookie)
    expect(status).toBe(200)
    const watches = () => school.backend.database.db.selectFrom('playWatches').select('playWatches.id').where('playWatches.userId', '=', userId).execute()
    expect(await watches()).toEqual([])
    await school.backend.as(cookie).call('GET /api/vod/period/play', { periodId: free.id })
    expect(await watches()).toHaveLength(1)
  })

  it('leads from a course to its first lesson', async () => {
    const { periods } = await lessons()
    expect((await read('/course/video/play?courseId=1')).headings).toEqual([periods[0]?.name])
  })

  it.each(['/course/video/play', '/course/video/play?courseId=x', '/course/video/play/99999999', '/course/video/play/x'])('%s is no page', async (path) => {
    expect((await read(path)).status).toBe(404)
  })
})
