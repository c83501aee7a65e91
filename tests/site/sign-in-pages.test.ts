import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCommonData } from '#client/features/common/common-data.ts'
import { type FakeService, reply, startFakeService } from '../support/fake-service.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

const { config } = emptyCommonData('学园', '020-29075715')
let service: FakeService
let open: TestSite
let closed: TestSite

async function startSiteWith(registrationOpen: boolean, at: FakeService): Promise<TestSite> {
  at.answer = (_req, res, { url }) => {
    if (url.startsWith('/api/app/config')) return reply(res, { ...config, registrationOpen })
    if (url.startsWith('/api/user/info/get-user-info-by-uid?uid=9'))
      return reply(res, { id: 9, nickname: '顾南乔', headImg: null, introduction: null })
    if (url.startsWith('/api/user/info')) return reply(res, null, { code: 404, msg: '内容不存在' })
    return reply(res, [])
  }
  const site = await startTestSite(at.base)
  // The common data are read with the first page and kept.
  await site.get('/agreement/register')
  return site
}

beforeAll(async () => {
  service = await startFakeService()
  closed = await startSiteWith(false, service)
  open = await startSiteWith(true, service)
})

afterAll(async () => {
  await Promise.all([open.close(), closed.close()])
  await service.stop()
})

describe('the login page', () => {
  it.each([
    ['-5', '您的账号已在别处登录，请重新登录'],
    ['-6', '您的账号已被停用，请联系客服'],
    ['-7', '您的账号已注销，请联系客服'],
  ])('says why the session ended with code %s, without script', async (code, reason) => {
    const answer = await open.get(`/auth/login?code=${code}&redirect=%2Fcourse`)
    expect(answer.status).toBe(200)
    expect(answer.text.replaceAll('<!-- -->', '')).toContain(reason)
  })
  it('says nothing for a code that ends no session', async () => {
    expect((await open.get('/auth/login?code=-4')).text).not.toContain('请重新登录')
  })
  it('is kept by nobody, and typing reaches no address', async () => {
    const answer = await open.get('/auth/login')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.text).toMatch(/<meta name="robots" content="noindex[^"]*"/)
    expect(
      answer.text.match(/<form[^>]*>/g)?.filter((form) => !form.includes('method="post"') && !form.includes('/search')),
    ).toEqual([])
  })
})

describe('the sign-up page', () => {
  it('shows who sent the invitation', async () => {
    const answer = await open.get('/register?inviteUserId=9')
    expect(answer.text).toContain('顾南乔')
    expect(answer.text).toContain('邀请你一起来学')
  })
  it('stands without an inviter that nobody knows', async () => {
    const answer = await open.get('/register?inviteUserId=404')
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('邀请你一起来学')
  })
  it('leads on while no new accounts are taken', async () => {
    const answer = await closed.get('/register')
    expect([answer.status, answer.headers.location]).toEqual([302, '/register/over'])
    const over = await closed.get('/register/over')
    expect(over.status).toBe(200)
    expect(over.text).toContain('暂停注册')
    expect(over.text).not.toContain('href="/register"')
  })
  it('of a used-up invitation offers going without it', async () => {
    const over = await open.get('/register/over')
    expect(over.text).toContain('这份邀请已经用完')
    expect(over.text).toContain('href="/register"')
  })
})

it('next steps are shown to nobody without an account', async () => {
  const answer = await open.get('/register/success')
  expect([answer.status, answer.headers.location]).toEqual([302, '/register'])
})
