import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, freshAddress, type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

// A link that signs in must not put its maker's account into the browser of somebody who is signed in already.
const choicePage = '/auth/account-choice'
let school: School
let victim: Learner
let attacker: Learner

beforeAll(async () => {
  school = await startSchool({ TRUST_PROXY: '1' })
})
beforeEach(async () => {
  ;[victim, attacker] = await Promise.all([
    registerLearner(school.backend, { nickname: `小满${freshAddress().slice(-6)}` }),
    registerLearner(school.backend, { nickname: `别人${freshAddress().slice(-6)}` }),
  ])
})
afterAll(() => school?.close())

async function linkOf({ cookie }: Learner): Promise<string> {
  return (await school.backend.as(cookie).call('POST /api/auth/link-token', {})).token
}

const open = (path: string, cookie = '') =>
  school.site.get(path).set({
    'X-Forwarded-For': freshAddress(),
    Cookie: cookie,
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
  })
const ours = { Origin: testOrigin, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' }
const press = (cookie: string, form: Record<string, string>, headers: Record<string, string> = ours) =>
  school.site
    .request('post', choicePage)
    .type('form')
    .set({ 'X-Forwarded-For': freshAddress(), Cookie: cookie, ...headers })
    .send(form)
const whoIs = async (cookie: string): Promise<{ code: number; body: { id: number } | null }> =>
  (await open('/api/user/info', cookie)).body
const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''

/** The victim opens the attacker's link; answers the form of the page that they see then. */
async function askedPage(path = '/user/info?tab=1'): Promise<{ html: string; form: { id: string; redirect: string } }> {
  const visit = await open(`${path}&token=${await linkOf(attacker)}`, victim.cookie)
  const { text: html } = await open(String(visit.headers.location), victim.cookie)
  return { html, form: { id: hidden(html, 'id'), redirect: hidden(html, 'redirect') } }
}

describe('a link of another account, opened while somebody is signed in', () => {
  it('changes nothing: it leads to a page without tokens', async () => {
    const token = await linkOf(attacker)
    const visit = await open(`/user/info?token=${token}&tab=1`, victim.cookie)
    expect([
      visit.status,
      visit.headers.location,
      visit.headers['cache-control'],
      visit.headers['referrer-policy'],
    ]).toEqual([302, `${choicePage}?redirect=%2Fuser%2Finfo%3Ftab%3D1`, 'no-store', 'no-referrer'])
    expect(cookieOf(visit as never)).toBe('')
    expect(await whoIs(victim.cookie)).toMatchObject({ code: 1, body: { id: victim.userId } })
    const page = await open(String(visit.headers.location), victim.cookie)
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(page.text).toMatch(/<meta name="robots" content="noindex/)
    expect(page.text.match(/<h1/g)).toHaveLength(1)
    const people = await school.backend.db
      .selectFrom('users')
      .select(['users.nickname', 'users.phone'])
      .where('users.id', 'in', [victim.userId, attacker.userId])
      .execute()
    for (const { nickname, phone } of people) {
      expect(page.text).toContain(nickname)
      expect(page.text).toContain(`${phone?.slice(0, 3)}****${phone?.slice(-4)}`)
      expect(page.text).not.toContain(phone)
    }
    expect(page.text).not.toContain(token)
    expect(page.text).toMatch(/<form [^>]*action="\/auth\/account-choice" method="post">/)
    expect(
      [...page.text.matchAll(/<button type="submit"[^>]* value="(\w+)" name="choice"/g)].map(([, value]) => value),
    ).toEqual(['keep', 'switch'])
  })

  it('is opened with the own account when kept, once', async () => {
    const { form } = await askedPage()
    const kept = await press(victim.cookie, { ...form, choice: 'keep' })
    expect([kept.status, kept.headers.location, kept.headers['set-cookie']]).toEqual([
      303,
      '/user/info?tab=1',
      undefined,
    ])
    expect(await whoIs(victim.cookie)).toMatchObject({ body: { id: victim.userId } })
    const again = await press(victim.cookie, { ...form, choice: 'switch' })
    expect([again.headers.location, again.headers['set-cookie']]).toEqual([
      `${choicePage}?redirect=%2Fuser%2Finfo%3Ftab%3D1&failed=1`,
      undefined,
    ])
    expect((await open(String(again.headers.location), victim.cookie)).text).toContain('链接已失效')
  })

  it('is opened with the chosen link’s account, ending one’s own', async () => {
    const { form } = await askedPage()
    const switched = await press(victim.cookie, { ...form, choice: 'switch' })
    expect([switched.status, switched.headers.location]).toEqual([303, '/user/info?tab=1'])
    expect(await whoIs(cookieOf(switched as never))).toMatchObject({ code: 1, body: { id: attacker.userId } })
    expect(await whoIs(victim.cookie)).toMatchObject({ code: -3 })
  })

  it('needs this page, this session, this id, a choice', async () => {
    const { form } = await askedPage()
    const choice = { ...form, choice: 'switch' }
    for (const headers of [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: testOrigin },
      { Origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      expect((await press(victim.cookie, choice, headers)).status).toBe(403)
    }
    const bystander = await registerLearner(school.backend)
    const wrong: [string, Record<string, string>][] = [
      [bystander.cookie, choice],
      ['', choice],
      [victim.cookie, { ...choice, id: '00000000-0000-4000-8000-000000000000' }],
      [victim.cookie, { ...choice, id: 'x' }],
      [victim.cookie, { ...form, choice: 'constructor' }],
      [victim.cookie, form],
    ]
    for (const [cookie, sent] of wrong) {
      const answer = await press(cookie, sent)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([303, undefined])
      expect(answer.headers.location).toContain('failed=1')
    }
    expect(
      (
        await school.site
          .request('post', choicePage)
          .set({ ...ours, Cookie: victim.cookie, 'Content-Type': 'text/plain' })
          .send('choice=switch')
      ).status,
    ).toBe(415)
    expect((await press(victim.cookie, { ...choice, more: 'x'.repeat(5000) })).status).toBe(413)
    expect(await whoIs(victim.cookie)).toMatchObject({ body: { id: victim.userId } })
    expect((await press(victim.cookie, choice)).headers.location).toBe('/user/info?tab=1')
  })

  it('waits five minutes, its address opening nothing meanwhile', async () => {
    const token = await linkOf(attacker)
    const visit = await open(`/?token=${token}`, victim.cookie)
    const form = {
      id: hidden((await open(String(visit.headers.location), victim.cookie)).text, 'id'),
      redirect: '/',
      choice: 'switch',
    }
    expect(cookieOf((await open(`/?token=${token}`)) as never)).toBe('')
    const now = school.backend.clock.now()
    try {
      school.backend.clock.set(now + 5 * 60_000)
      expect((await press(victim.cookie, form)).headers['set-cookie']).toBeUndefined()
      school.backend.clock.set(now + 5 * 60_000 - 1)
      expect(cookieOf((await press(victim.cookie, form)) as never)).not.toBe('')
    } finally {
      school.backend.clock.set(now)
    }
  })

  it('after another is the one chosen about', async () => {
    const { form } = await askedPage()
    const third = await registerLearner(school.backend)
    await open(`/?token=${await linkOf(third)}`, victim.cookie)
    expect((await press(victim.cookie, { ...form, choice: 'switch' })).headers['set-cookie']).toBeUndefined()
  })

  it('never leads to another site afterwards', async () => {
    const { form } = await askedPage()
    expect(
      (await press(victim.cookie, { ...form, redirect: 'https://evil.example/', choice: 'keep' })).headers.location,
    ).toBe('/')
  })
})

describe('nobody is asked', () => {
  it('by the own account’s link renews the session', async () => {
    const answer = await open(`/user/info?token=${await linkOf(victim)}`, victim.cookie)
    expect(answer.headers.location).toBe('/user/info')
    expect(await whoIs(cookieOf(answer as never))).toMatchObject({ body: { id: victim.userId } })
  })

  it('when the session that the browser has is over', async () => {
    await openSessionOf(school.backend, victim.userId)
    const answer = await open(`/user/info?token=${await linkOf(attacker)}`, victim.cookie)
    expect(answer.headers.location).toBe('/user/info')
    expect(await whoIs(cookieOf(answer as never))).toMatchObject({ body: { id: attacker.userId } })
  })

  it('and the page without a link that waits says so', async () => {
    expect((await open(choicePage, victim.cookie)).text).toContain('链接已失效')
  })
})
