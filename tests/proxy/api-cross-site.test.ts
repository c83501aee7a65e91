import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { oneService, ownCall, type ProxySite, startProxySite } from '../support/edge-proxy-site.ts'
import { type FakeService, startFakeService } from '../support/fake-service.ts'

const writing = allEndpoints.filter(({ writes }) => writes !== false)
const reading = allEndpoints.filter(({ writes, method }) => writes === false && method === 'GET')

let service: FakeService
let site: ProxySite
beforeAll(async () => {
  service = await startFakeService()
  site = await startProxySite(oneService(service.base))
})
beforeEach(() => {
  service.arrivals.length = 0
})
afterAll(async () => {
  await site.close()
  await service.stop()
})

const source = { reqSource: 'pcSite' }
const refused: readonly [string, Record<string, string>][] = [
  ['without reqSource', { 'sec-fetch-site': 'same-origin', origin: 'https://www.example.com' }],
  ['with another reqSource', { ...ownCall, reqSource: 'other' }],
  ['from another site', { ...source, 'sec-fetch-site': 'cross-site' }],
  ['from a sister site', { ...source, 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { ...source, 'sec-fetch-site': 'none' }],
  ['as a navigation of our own page', { ...source, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['with a foreign Origin', { ...source, origin: 'https://evil.example' }],
  ['with an Origin that begins like ours', { ...source, origin: 'https://www.example.com.evil.example' }],
  ['with our Origin under http', { ...source, origin: 'http://www.example.com' }],
  ['with Origin null', { ...source, origin: 'null' }],
  ['with a foreign Referer', { ...source, referer: 'https://evil.example/https://www.example.com/' }],
  ['with neither Sec-Fetch-Site nor Origin nor Referer', source],
  [
    'from another site with our Origin forged beside it',
    { ...source, 'sec-fetch-site': 'cross-site', origin: 'https://www.example.com' },
  ],
]

describe.each(writing.map(({ route, method, path }) => ({ route, method, path })))('$route', ({ method, path }) => {
  it.each(refused)('is refused %s and does not reach the service', async (_name, headers) => {
    const answer = await site.send(path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: method === 'POST' ? '{}' : undefined,
    })
    expect(answer.status).toBe(403)
    expect(answer.json.code).toBe(0)
    expect(answer.json.body).toBeNull()
    expect(service.arrivals).toHaveLength(0)
  })

  it('can’t be passed by capitals, a slash or HEAD', async () => {
    const headers = { ...source, 'sec-fetch-site': 'cross-site' }
    for (const form of [path.replace('/api/', '/api/').toUpperCase().replace('/API', '/api'), `${path}/`])
      expect((await site.send(form, { method, headers })).status).toBe(403)
    expect((await site.send(path, { method: 'HEAD', headers: method === 'GET' ? headers : ownCall })).status).toBe(
      method === 'GET' ? 403 : 200,
    )
  })

  it('passes when our own page calls it', async () => {
    for (const headers of [
      ownCall,
      { ...source, origin: 'https://www.example.com' },
      { ...source, referer: 'https://www.example.com/course/1' },
    ]) {
      const answer = await site.send(path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: method === 'POST' ? '{}' : undefined,
      })
      expect(answer.status).toBe(200)
    }
    expect(service.arrivals).toHaveLength(3)
  })
})

describe('calls that only read', () => {
  it.each(reading.map(({ route, path }) => ({ route, path })))('$route passes from anywhere', async ({ path }) => {
    expect(
      (await site.send(path, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } })).status,
    ).toBe(200)
  })

  it('become writing calls with another method, and unknown ones too', async () => {
    for (const path of [reading[0]?.path ?? '', '/api/unknown']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect((await site.send(path, { method, headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    }
    expect(service.arrivals).toHaveLength(0)
  })
})

describe('a GET that writes', () => {
  const logout = endpoint('GET /api/auth/logout', { input: z.object({}), output: z.null(), writes: 'one' })

  it('is refused across sites however written, HEAD too', async () => {
    const own = await startProxySite(oneService(service.base), {}, { endpoints: [logout] })
    const headers = { ...source, 'sec-fetch-site': 'cross-site' }
    for (const path of [
      '/api/auth/logout',
      '/api/auth/logout/',
      '/api/auth/logout//',
      '/api/Auth/LOGOUT',
      '/api/auth/logout?a=1',
      '/api/auth/%6cogout',
    ]) {
      expect([400, 403], path).toContain((await own.send(path, { headers })).status)
    }
    expect((await own.send('/api/auth/logout', { method: 'HEAD', headers })).status).toBe(403)
    expect(service.arrivals).toHaveLength(0)
    expect((await own.send('/api/auth/logout', { headers: ownCall })).status).toBe(200)
    await own.close()
  })
})
