import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { developerAccounts, developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { Code } from '#shared/contract/codes.ts'
import type { CourseCard, Page } from '#shared/contract/fields.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
const input: Record<string, unknown> = {}
beforeAll(async () => {
  backend = await startTestBackend()
  // values that every call finds something by; each takes the ones it knows
  const courses = await backend.api.call('GET /api/common/course-list-page', {})
  const notice = await backend.api.call('GET /api/platform/notice/platform-notice-by-user', {})
  Object.assign(input, {
    id: courses.records[0]?.id,
    courseId: courses.records[0]?.id,
    productId: courses.records[0]?.id,
    collegeId: 1,
    searchText: '插画',
    noticeId: notice?.id,
    action: 'show',
    fingerprint: 'visitor-1234',
    events: [{ type: 'view', url: '/' }],
    code: -5,
    couponId: 1,
  })
})
afterAll(() => backend?.close())

/** Calls whose `id` or `type` means something else than a course. */
const special: Record<string, () => Promise<Record<string, unknown>>> = {
  '/api/classSystem/get-classSystem-V2': systemId,
  '/api/course-detail/more-class-system-recommend': systemId,
  '/api/sitemap/parts': async () => ({ kind: 'video' }),
  '/api/sitemap/entries': async () => ({ kind: 'video', part: 1 }),
  '/api/common/agreement': async () => ({ type: 'privacy' }),
  '/api/modular/navigation': async () => ({ type: 15 }),
  '/api/auth/register': async () => ({ ...account, captchaCode: '000000' }),
  '/api/auth/sendSms': async () => ({ phoneNumber: '13900000001', code: undefined }),
  '/api/auth/login': async () => ({
    ...account,
    phoneNum: developerAccounts[0]?.phone,
    password: developerPassword,
    loginType: 'password',
    code: undefined,
  }),
  '/api/auth/captcha/audio': async () => ({ key: 'x' }),
  '/api/auth/captcha/block/check': async () => ({ pointJson: 'x', captchaType: 'blockPuzzle', token: 'x' }),
  '/api/auth/reset-password-one': async () => ({ ...account, captchaCode: '000000' }),
  '/api/auth/reset-password-two': async () => ({ ...account, ticket: 'x' }),
  '/api/auth/check/phoneNum/exist': async () => ({ ...account, code: undefined }),
  '/api/auth/token-login': async () => ({ token: 'x' }),
  '/api/oauth/get-authorizeUrl': async () => ({ loginType: 'QQ' }),
  '/api/oauth/bind-oauth-by-no-login': async () => ({ ...account, captchaCode: '000000' }),
  '/api/user/info/get-user-info-by-uid': async () => ({ uid: 1 }),
  '/api/post/comment/comment-list': async () => ({ postId: 1 }),
  '/api/post/comment/answer-list': async () => ({ rootId: await firstComment() }),
  '/api/ai-live/get-live-info': async () => ({ periodId: 1 }),
  '/api/live/room-lobby': async () => ({ periodId: 1 }),
  '/api/common/feedback': async () => ({ content: '字太小了', courseId: undefined, code: undefined }),
  '/api/support/send': async () => ({ text: '请问几点有人', clientMsgId: 'contract-0001' }),
  '/api/support/seen': async () => ({ upTo: 1 }),
  '/api/support/rate': async () => ({ score: 5 }),
}
const account = { phoneNum: '13900000001', password: 'maple-66' }

/** Calls that find nothing, or miss the proof that they ask for. */
const refusals: Readonly<Record<string, number>> = {
  '/api/support/rate': Code.NotFound,
  '/api/classSystem/get-temporary-classSystem': Code.NotFound,
  '/api/auth/register': Code.CodeError,
  '/api/auth/captcha/audio': Code.CaptchaError,
  '/api/auth/sendSms': Code.CaptchaError,
  '/api/auth/reset-password-one': Code.UserError,
  '/api/auth/reset-password-two': Code.ResetStep,
  '/api/auth/token-login': Code.LoginTimeout,
  '/api/oauth/get-authorizeUrl': Code.Toast,
  '/api/live-info/get-live-info-v2': Code.LoginTimeout,
  '/api/ai-live/get-live-info': Code.LoginTimeout,
  '/api/oauth/oauth-login-check': Code.Toast,
  '/api/oauth/bind-oauth-by-no-login': Code.Toast,
}

async function firstComment(): Promise<number | undefined> {
  const { records } = await backend.api.call('GET /api/post/comment/comment-list', { postId: 1 })
  return records[0]?.id
}

async function systemId(): Promise<Record<string, unknown>> {
  const page = await backend.api.call('GET /api/classSystem/list-classSystem', {})
  return { id: page.records[0]?.id }
}

describe('every endpoint of the contract', () => {
  test.each(allEndpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s answers what it promises',
    async (_route, endpoint) => {
      const sent = { ...input, ...(await special[endpoint.path]?.()) }
      const { events: _events, ...query } = sent
      const response =
        endpoint.method === 'POST'
          ? await backend.agent.post(endpoint.path).set('reqSource', 'pcSite').send(sent)
          : await backend.agent.get(endpoint.path).set('reqSource', 'pcSite').query(query)
      expect(response.status).toBe(200)
      expect(response.body.Time).toBe(backend.clock.now())
      if (endpoint.access !== 'public') {
        expect(response.body.code).toBe(endpoint.loginCode)
        return
      }
      const refusal = refusals[endpoint.path]
      if (refusal !== undefined) {
        expect(response.body).toMatchObject({ code: refusal, body: null })
        return
      }
      expect(response.body).toMatchObject({ code: 1, msg: 'success' })
      const parsed = endpoint.output.safeParse(response.body.body)
      expect(parsed.error?.issues ?? []).toEqual([])
      expect(JSON.stringify(response.body.body)).not.toMatch(/\{(brand|count|servicePhone)\}/)
    },
  )

  test.each(allEndpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s survives nonsense without a server error',
    async (_route, endpoint) => {
      const nonsense = {
        id: "1' or '1'='1",
        courseId: '9'.repeat(40),
        collegeId: '1;drop table users',
        type: '\u0000',
        page: '<script>',
        pageNum: 'NaN',
        path: '%',
        searchText: '\u0000',
        fingerprint: '\\',
      }
      const response =
        endpoint.method === 'POST'
          ? await backend.agent.post(endpoint.path).set('reqSource', 'pcSite').send(nonsense)
          : await backend.agent.get(endpoint.path).set('reqSource', 'pcSite').query(nonsense)
      expect(response.status).toBeLessThan(500)
      expect(Object.keys(response.body).toSorted()).toEqual(['Time', 'body', 'code', 'msg'])
    },
  )
})

describe('paged lists', () => {
  const paged = [
    '/api/common/course-list-page',
    '/api/classSystem/list-classSystem',
    '/api/college/course-type-list',
    '/api/home/open-live',
    '/api/search/course-list',
  ]

  test.each(paged)('%s keeps its order, page after page', async (path) => {
    const page = async (pageNum: number): Promise<Page<CourseCard>> => {
      const response = await backend.agent.get(path).query({ pageNum, pageSize: 3, collegeId: 1, searchText: '的' })
      return response.body.body
    }
    const [first, second] = [await page(1), await page(2)]
    expect(first).toMatchObject({ current: 1, size: 3, pages: Math.ceil(first.total / 3) })
    const ids = [...first.records, ...second.records].map((record) => record.id)
    expect(new Set(ids).size).toBe(6)
    expect(await page(1)).toEqual(first)
  })
})
