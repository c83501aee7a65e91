import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePreviewToken } from '#server/backend/classroom/room/preview-token.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildAnswerRoom, buildEnrolled, type BuiltLesson, buildLiveLesson } from '../support/live-rooms.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

async function read(path: string, cookie = '') {
  const { status, text, headers } = await school.site.get(path).set('Cookie', cookie)
  const title = /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? ''
  return {
    status,
    html: text,
    headers,
    title,
    headings: [...text.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, words]) => words),
  }
}

/** The lessons of the first recorded course. */
async function lessons() {
  const periods = await school.backend.api.call('GET /api/course/period', { courseId: 1 })
  const [free, locked] = [
    periods.find(({ isFreeStudy }) => isFreeStudy),
    periods.find(({ isFreeStudy }) => !isFreeStudy),
  ]
  if (!free || !locked) throw new Error('The course has no free lesson.')
  return { periods, free, locked }
}

describe('/course/video/play/{id}', () => {
  it('has lesson, list, and a sentence without script', async () => {
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

  it('of a paid lesson says what is missing, and where', async () => {
    const { locked } = await lessons()
    const { status, html, headings } = await read(`/course/video/play/${locked.id}`)
    expect(status).toBe(200)
    expect(headings).toEqual([locked.name])
    expect(html).toContain('还没有报名')
    expect(html).toContain('href="/course/video/1"')
  })

  it('opens no player: the browser that plays does', async () => {
    const { free } = await lessons()
    const { userId, cookie } = await registerLearner(school.backend)
    const { status } = await school.site.get(`/course/video/play/${free.id}`).set('Cookie', cookie)
    expect(status).toBe(200)
    const watches = () =>
      school.backend.database.db
        .selectFrom('playWatches')
        .select('playWatches.id')
        .where('playWatches.userId', '=', userId)
        .execute()
    expect(await watches()).toEqual([])
    await school.backend.as(cookie).call('GET /api/vod/period/play', { periodId: free.id })
    expect(await watches()).toHaveLength(1)
  })

  it('leads from a course to its first lesson', async () => {
    const { periods } = await lessons()
    expect((await read('/course/video/play?courseId=1')).headings).toEqual([periods[0]?.name])
  })

  it.each([
    '/course/video/play',
    '/course/video/play?courseId=x',
    '/course/video/play/99999999',
    '/course/video/play/x',
  ])('%s is no page', async (path) => {
    expect((await read(path)).status).toBe(404)
  })
})

describe('a classroom', () => {
  const minute = 60_000
  let learner: string
  beforeAll(async () => {
    learner = (await registerLearner(school.backend)).cookie
  })
  const pageOf = ({ periodId }: BuiltLesson, cookie = learner) => read(`/course/live/play/${periodId}`, cookie)
  const build = (begin: number, end: number, more: Parameters<typeof buildLiveLesson>[1] = {}) => {
    const now = school.backend.clock.now()
    return buildLiveLesson(school.backend, { begin: now + begin * minute, end: now + end * minute, ...more })
  }

  it.each([
    ['that is to come', 10, 70, '还没有上课'],
    ['that is on', -10, 60, '直播中'],
    ['that is over', -70, -1, '已结束'],
  ])('%s says so under one heading, unkept, unindexed', async (_which, begin, end, words) => {
    const { status, html, headings, headers } = await pageOf(await build(begin, end))
    expect([status, headings.length]).toEqual([200, 1])
    for (const other of ['还没有上课', '直播中', '已结束']) expect(html.includes(`>${other}<`)).toBe(other === words)
    expect(html).toContain('name="robots" content="noindex')
    expect(html).not.toMatch(/<footer/)
    expect(headers['cache-control']).toMatch(/no-store|private/)
  })

  it('shows a visitor the class, a login, nothing inside', async () => {
    const lesson = await build(-10, 60, { product: { name: '夜里的灯' } })
    const { headings, html } = await pageOf(lesson, '')
    const { title } = await school.backend.database.db
      .selectFrom('periods')
      .select('periods.title')
      .where('periods.id', '=', lesson.periodId)
      .executeTakeFirstOrThrow()
    expect(headings).toEqual([title])
    for (const words of ['夜里的灯', '林老师', '正在上课', '登录进教室']) expect(html).toContain(words)
    expect(html.includes('>直播中<') || html.includes('/media/play/') || html.includes('groupId')).toBe(false)
  })

  it('for questions shows whose, when, what and the wait', async () => {
    const lesson = await build(-10, 60, { product: { name: '夜里的灯' }, free: false })
    const { teacherId, courseId: productId } = lesson
    const room = { title: '周五答疑', teacherId, productId, passwordHash: 'x' }
    const open = await buildAnswerRoom(school.backend, room)
    const one = await buildEnrolled(school.backend, lesson)
    const granted = new Date(school.backend.clock.now())
    await school.backend.database.db
      .insertInto('roomPasswordTries')
      .values({ roomId: open, userId: one.userId, grantedAt: granted })
      .execute()
    await school.backend
      .as(one.cookie)
      .call('POST /api/live-solution-room/queue/join', { id: open, question: '明暗交界线' })
    const { status, html, headings, title } = await read(`/solutionRoom/${open}`)
    expect([status, headings]).toEqual([200, ['周五答疑']])
    expect(title).toContain('周五答疑')
    const words = ['夜里的灯', '林老师', '正在答疑', '1 人在排队', '约 5 分钟', '排进队伍', '还要输入老师给的密码']
    for (const said of [...words, '登录进答疑室', '看看这门课']) expect(html).toContain(said)
    expect(html.includes('明暗交界线') || html.includes('groupId')).toBe(false)
  })

  it.each([
    ['that is to come', [60, 120], true, ' 到 ', '登录'],
    ['that is over', [-120, -60], true, '这场答疑已经结束', '登录'],
    ['that is shut', [-60, 60], false, '这间答疑室现在关着', '登录'],
    ['that is always open', [-60, 600_000], true, '一直开放', '登录进答疑室'],
  ] as const)('for questions %s says so to a visitor', async (_which, [begin, end], isOpen, words, button) => {
    const at = (minutes: number): Date => new Date(school.backend.clock.now() + minutes * minute)
    const room = { isOpen, beginAt: at(begin), endAt: at(end) }
    const { html } = await read(`/solutionRoom/${await buildAnswerRoom(school.backend, room)}`)
    expect(html).toContain(words)
    expect(html).toContain(`>${button}</a>`)
    expect(html.includes('正在答疑')).toBe(button === '登录进答疑室')
  })

  it.each([
    ['/course/live/play/99999999', '没有找到这间教室'],
    ['/preview/live/99999999?isPreview=true', '看不到这个预览'],
  ])('%s is there for nobody, and says so', async (path, heading) => {
    expect((await read(path, learner)).headings).toEqual([heading])
  })

  it.each([
    '/course/live/play',
    '/course/live/play/x',
    '/mind/play/x',
    '/mind/play',
    '/solutionRoom/x',
    '/solutionRoom/99999999',
    '/preview/live/x',
    '/preview/mind',
  ])('%s is no page', async (path) => {
    expect((await read(path, learner)).status).toBe(404)
  })

  it('is a login to programs, too, and no fault', async () => {
    const { status, text } = await school.site.get('/preview/live/1').set('User-Agent', 'Baiduspider/2.0')
    expect(status).toBe(200)
    expect(text).toContain('name="robots" content="noindex')
  })

  it('is previewed by its link, else there is nothing', async () => {
    const lesson = await build(10, 70, { product: { status: 0 } })
    const token = makePreviewToken(school.backend.context, lesson.periodId, school.backend.clock.now() + minute)
    const look = (search: string) => read(`/preview/live/${lesson.periodId}?isPreview=true${search}`)
    expect((await look(`&previewToken=${token}`)).html).toMatch(/>预览</)
    expect((await look('')).headings).toEqual(['请先登录'])
    expect((await look('&previewToken=forged')).headings).toEqual(['看不到这个预览'])
  })
})

describe('/course/live/play and /mind/play with a course alone', () => {
  it('lead a learner to the class meant now', async () => {
    const { records } = await school.backend.api.call('GET /api/home/open-live', { pageSize: 16 })
    const on = records.find(({ liveStatus }) => liveStatus === 2)
    if (!on) throw new Error('No class is on.')
    const { cookie } = await registerLearner(school.backend)
    for (const path of ['/course/live/play', '/mind/play']) {
      const { status, headers } = await school.site.get(`${path}?courseId=${on.id}`).set('Cookie', cookie)
      expect([status, headers.location]).toEqual([302, on.roomUrl])
    }
    expect((await school.site.get('/course/live/play?courseId=999999999').set('Cookie', cookie)).status).toBe(404)
  })

  it('lead a visitor there too, to log in', async () => {
    const { records } = await school.backend.api.call('GET /api/home/open-live', { pageSize: 16 })
    const { status, headers } = await read(`/course/live/play?courseId=${records[0]?.id}`)
    expect([status, headers.location]).toEqual([302, records[0]?.roomUrl])
    expect((await read(headers.location ?? '')).html).toContain('登录进教室')
  })

  it.each([
    '/course/live/play',
    '/course/live/play?courseId=x',
    '/course/live/play?courseId=0',
    '/mind/play',
    '/mind/play?scheduleId=3',
  ])('%s is no page', async (path) => {
    expect((await read(path)).status).toBe(404)
  })
})
