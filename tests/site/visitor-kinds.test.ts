import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildVirtualLearner,
  type Learner,
  openSessionOf,
  registerLearner,
  setAccountStatus,
} from '../support/backend-accounts.ts'
import { guardedPages, loadedAnswer, readState } from '../support/guarded-pages.ts'
import { type School, startSchool, type TestSite } from '../support/test-site.ts'

// The site with its own backend: every kind of visitor at every kind of page.
let school: School

beforeAll(async () => {
  school = await startSchool({}, { pages: guardedPages })
})

afterAll(() => school.close())

function visit(path: string, cookie?: string): ReturnType<TestSite['get']> {
  return cookie === undefined ? school.site.get(path) : school.site.get(path).set('Cookie', `${cookie}; signedIn=1`)
}

const kinds = {
  visitor: async () => undefined,
  learner: async () => (await registerLearner(school.backend)).cookie,
  withoutRealPhone: async () => (await buildVirtualLearner(school.backend)).cookie,
  superseded: async () => {
    const learner = await registerLearner(school.backend)
    await openSessionOf(school.backend, learner.userId)
    return learner.cookie
  },
  disabled: () => ended(2),
  deregistered: () => ended(3),
  expired: async () => {
    const { cookie } = await registerLearner(school.backend)
    await school.backend.database.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(school.backend.clock.now() - 1000) })
      .execute()
    return cookie
  },
  loggedOut: async () => {
    const { cookie } = await registerLearner(school.backend)
    await school.backend.agent.get('/api/auth/logout').set('reqSource', 'pcSite').set('Cookie', cookie)
    return cookie
  },
  forged: async () => `session=${'A'.repeat(43)}`,
}

async function ended(status: 2 | 3): Promise<string> {
  const learner: Learner = await registerLearner(school.backend)
  await setAccountStatus(school.backend, learner.userId, status, learner.phone)
  return learner.cookie
}

type Kind = keyof typeof kinds

const login = { closable: false, via: 'page' }
const coupon = { closable: false, via: 'coupon' }
const action = { closable: true, via: 'action' }
const invite = { closable: false, via: 'invite' }
const shown = undefined

/** Where each leads: the login that the page asks for, undefined for the page as it is, or another address. */
const table: Record<string, Partial<Record<Kind, unknown>> & { visitor: unknown; learner: unknown }> = {
  '/': {
    visitor: shown,
    learner: shown,
    withoutRealPhone: '/user/auth/bind?redirect=%2F',
    superseded: '/auth/login?code=-5&redirect=%2F',
  },
  '/?action=login': { visitor: action, learner: shown },
  '/?inviteUserId=9': { visitor: shown, learner: shown },
  '/?inviteUserId=9&inviteWay=1': {
    visitor: invite,
    learner: shown,
    withoutRealPhone: '/user/auth/bind?redirect=%2F%3FinviteUserId%3D9%26inviteWay%3D1',
  },
  '/user/info': {
    visitor: login,
    learner: shown,
    withoutRealPhone: '/user/auth/bind?redirect=%2Fuser%2Finfo',
    disabled: '/auth/login?code=-6&redirect=%2Fuser%2Finfo',
  },
  '/user/info?action=login&clueUserId=9': { visitor: login, learner: shown },
  '/user/auth/bind': { visitor: login, learner: shown, withoutRealPhone: shown },
  '/coupon': { visitor: coupon, learner: shown, deregistered: '/auth/login?code=-7&redirect=%2Fcoupon' },
  '/register?registerRedirect=%2Fcoupon&inviteUserId=9': {
    visitor: shown,
    learner: '/coupon?inviteUserId=9',
    withoutRealPhone: '/coupon?inviteUserId=9',
  },
  '/auth/login': {
    visitor: shown,
    learner: '/',
    withoutRealPhone: '/',
    superseded: shown,
    disabled: shown,
    deregistered: shown,
  },
}

const likeVisitors: readonly Kind[] = ['expired', 'loggedOut', 'forged']
const rows = Object.entries(table).flatMap(([path, wants]) => {
  const asVisitor = likeVisitors.map((kind): [Kind, string, unknown] => [kind, path, wants.visitor])
  return [
    ...Object.entries(wants).map(([kind, want]): [Kind, string, unknown] => [kind as Kind, path, want]),
    ...asVisitor,
  ]
})

describe('what the guards make of a visit', () => {
  it.each(rows)('%s at %s: %j', async (kind, path, want) => {
    const answer = await visit(path, await kinds[kind]())
    if (typeof want === 'string') expect([answer.status, answer.headers.location]).toEqual([302, want])
    else expect([answer.status, readState(answer.text).view.askLogin]).toEqual([200, want])
    expect(answer.headers['cache-control']).toContain('no-store')
  })
})

describe('the page of a login that is missing', () => {
  it('bears its title and login link, nothing for crawlers', async () => {
    const { text } = await visit('/user/info?tab=a')
    const found = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1]
    expect(found(/<title>(.*?)<\/title>/)).toBe('[test] my-info - 学园')
    expect(found(/<h1[^>]*>(.*?)<\/h1>/)).toBe('请先登录')
    expect(found(/<main.*?<a [^>]*href="([^"]*)"/)).toBe('/auth/login?redirect=%2Fuser%2Finfo%3Ftab%3Da')
    expect(found(/name="robots" content="([^"]*)"/)).toBe('noindex,follow')
  })
})

describe('a session that is over', () => {
  it('of another browser is told once', async () => {
    const cookie = await kinds.superseded()
    expect((await visit('/', cookie)).status).toBe(302)
    expect((await visit('/', cookie)).status).toBe(200)
  })
  it.each(['superseded', 'disabled', 'deregistered', 'expired', 'loggedOut', 'forged'] as const)(
    '(%s) loses its cookies, so the next is everybody’s',
    async (kind) => {
      const lines = (await visit('/', await kinds[kind]())).headers['set-cookie'] as unknown as string[]
      expect(lines.map((line) => line.replace(/=1?;.*(Max-Age=\d+).*/, ' $1'))).toEqual([
        'session Max-Age=0',
        'signedIn Max-Age=0',
      ])
    },
  )
  it.each(['learner', 'withoutRealPhone'] as const)('is not taken from a %s', async (kind) => {
    expect((await visit('/', await kinds[kind]())).headers['set-cookie']).toBeUndefined()
  })
  it('can’t be known during outages: nothing is taken', async () => {
    const { cookie } = await registerLearner(school.backend)
    await school.services.stop()
    const answer = await visit('/auth/login', cookie)
    await school.services.start()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('a learner’s page', () => {
  it('knows the learner already', async () => {
    const learner = await registerLearner(school.backend, { nickname: '坐第一排' })
    const { text } = await visit('/', learner.cookie)
    const seeded = loadedAnswer(readState(text), 'GET /api/user/info')
    expect(seeded).toMatchObject({ id: learner.userId, nickname: '坐第一排' })
    expect(text).toContain('aria-label="坐第一排，我的信息"')
    expect(text).not.toContain('href="/register"')
  })
  it('does so where there is nothing to see, too', async () => {
    const learner = await registerLearner(school.backend, { nickname: '走错了门' })
    const answer = await visit('/no/such/page', learner.cookie)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('走错了门')
  })
})
