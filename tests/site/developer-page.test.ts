import type { IncomingMessage, ServerResponse } from 'node:http'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBackend } from '#server/backend/backend.ts'
import { readConfig, type SiteEnv } from '#server/config/config.ts'
import { createDeveloperPage } from '#server/site/developer-page.ts'
import { freshPhone, getCode } from '../support/backend-accounts.ts'
import { createTestClock, createTestLog } from '../support/backend-harness.ts'
import { preReleaseEnv, productionEnv } from '../support/public-env.ts'
import { loopbackHost, type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

const page = '/dev/accounts'
const get = (path: string) => school.site.get(path).set('Host', loopbackHost)

describe('the developers’ page', () => {
  test('lists the seeded accounts with role, phone and password', async () => {
    const { status, text, headers } = await get(page)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const [role, name, phone] of [
      ['learner', '靠窗同学', '13800000001'],
      ['teacher', '顾南乔', '13800000002'],
      ['follow', '红笔助教', '13800000003'],
      ['education', '教务小秦', '13800000004'],
      ['admin', '值班老师', '13800000005'],
      ['virtual', '没绑手机同学', '17000000006'],
    ])
      expect(text).toContain(
        `<td>${role}</td><td>${name}</td><td><code>${phone}</code></td><td><code>xueyuan1</code></td>`,
      )
  })

  test('shows sent codes, newest first, with number and time', async () => {
    const [first, second] = [freshPhone(), freshPhone()]
    const codes = [await getCode(school.backend, first), await getCode(school.backend, second)]
    const { text } = await get(page)
    expect(text).toContain(`<code class="developer-code">${codes[0]}</code>`)
    expect(text).toContain(`<code class="developer-code">${codes[1]}</code>`)
    expect(text.indexOf(`+86 ${second}`)).toBeLessThan(text.indexOf(`+86 ${first}`))
    expect(text).toContain('datetime="2026-03-11T04:00:00.000Z"')
  })

  test('shows the database’s words as text, never as markup', async () => {
    await school.backend.database.db
      .insertInto('smsOutbox')
      .values({ nationCode: 86, phone: '1', channel: 'SMS', content: '<script>alert(1)</script>', sentAt: new Date(0) })
      .execute()
    const { text } = await get(page)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script')
  })

  test('is kept by nobody and found by nobody', async () => {
    for (const path of [page, `${page}.css`]) {
      const { headers } = await get(path)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const index = await school.site.get('/sitemap.xml')
    expect(index.status).toBe(200)
    const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] as string).pathname)
    for (const path of ['/sitemap.xml', ...parts.filter((part) => part.endsWith('.xml'))])
      expect((await school.site.get(path)).text).not.toContain('/dev/')
  })

  test('carries nothing that its own security policy forbids', async () => {
    const { text } = await get(page)
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
    expect(text).toContain(`<link rel="stylesheet" href="${page}.css">`)
  })

  test('answers GET only', async () => {
    expect((await school.site.request('head', page).set('Host', loopbackHost)).status).toBe(200)
    expect((await school.site.request('post', page).set('Host', loopbackHost)).status).not.toBe(200)
  })

  test('says nothing when the backend doesn’t answer', async () => {
    await school.services.stop()
    const { status, text } = await get(page)
    await school.services.start()
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).not.toContain('xueyuan1')
  })
})

describe('nobody else gets it', () => {
  test.each([
    ['what a proxy passed on', { 'X-Forwarded-For': '127.0.0.1' }],
    ['what another kind of proxy passed on', { Forwarded: 'for=127.0.0.1' }],
    ['what was passed on by a proxy that hides who asked', { Via: '1.1 proxy' }],
    ['what was asked for under the site’s own name', { Host: 'school.test' }],
  ])('%s: 404', async (_what, headers) => {
    const { status, text } = await get(page).set(headers)
    expect(status).toBe(404)
    expect(text).not.toContain('xueyuan1')
  })

  test.each([preReleaseEnv, productionEnv])('$SITE_ENV has neither the page nor what it reads', async (env) => {
    const publicSite = { ...school.site.context.config, siteEnv: env.SITE_ENV as SiteEnv }
    const next = vi.fn()
    createDeveloperPage({ config: publicSite, styles: () => [] })(
      {
        url: page,
        method: 'GET',
        headers: { host: loopbackHost },
        httpVersion: '1.1',
        socket: { remoteAddress: '127.0.0.1' },
      } as IncomingMessage,
      {} as ServerResponse,
      next,
    )
    expect(next).toHaveBeenCalledWith()
    const backend = await createBackend(readConfig(env), {
      clock: createTestClock(),
      log: createTestLog(),
      database: school.backend.database,
    })
    try {
      expect((await supertest(backend.listener).get('/dev/outbox')).status).toBe(404)
      expect((await supertest(school.backend.listener).get('/dev/outbox')).status).toBe(200)
    } finally {
      await backend.close()
    }
  })

  test('the way through /api doesn’t lead there', async () => {
    for (const path of [
      '/dev/outbox',
      '/api/dev/outbox',
      '/api/../dev/outbox',
      '/api/%2e%2e/dev/outbox',
      '/api/..%2fdev/outbox',
      '/api//dev/outbox',
    ]) {
      const { status, text } = await school.site.get(path).set('reqSource', 'pcSite')
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(text).not.toContain('xueyuan1')
    }
  })

  test('without the embedded backend it doesn’t exist', async () => {
    const next = vi.fn()
    const elsewhere = { ...school.site.context.config, siteEnv: 'development', backendSocket: undefined } as const
    createDeveloperPage({ config: elsewhere, styles: () => [] })(
      {
        url: page,
        method: 'GET',
        headers: { host: loopbackHost },
        httpVersion: '1.1',
        socket: { remoteAddress: '127.0.0.1' },
      } as IncomingMessage,
      {} as ServerResponse,
      next,
    )
    expect(next).toHaveBeenCalledWith()
  })
})
