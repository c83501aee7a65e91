import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callQuery } from '#client/features/common/call-query.ts'
import { definePage, type Page } from '#client/pages/define-page.ts'
import { tagOf } from '#shared/rules/page-tags.ts'
import { type School, startSchool } from '../support/test-site.ts'

/** What a bug does, in the places where a page's own code runs. */
const faults = { plan: false, data: false, head: false, render: false }
function failIn(place: keyof typeof faults): void {
  if (faults[place]) throw new Error(`thrown in ${place}`)
}

function faultyPage(id: string, path: string, isCached: boolean): Page {
  return definePage(id, {
    path,
    layout: 'default',
    cache: isCached
      ? {
          ttl: 1,
          swr: 0,
          sie: 1000,
          tags: () => {
            failIn('plan')
            return [tagOf('course', id)]
          },
        }
      : 'never',
    data: ({ api }) => {
      failIn('data')
      return { critical: [callQuery(api, 'GET /api/app/config', {})] }
    },
    head: () => {
      failIn('head')
      return { title: id, description: id, canonical: path }
    },
    component: async () => () => {
      failIn('render')
      return `page ${id}`
    },
  })
}

describe('a page of which a part throws', () => {
  let school: School
  beforeAll(async () => {
    school = await startSchool(
      {},
      {
        pages: [
          ...['plan', 'data', 'head', 'render'].map((place) => faultyPage(`kept-${place}`, `/kept-${place}`, true)),
          faultyPage('never-kept', '/never-kept', false),
        ],
      },
    )
  })
  afterAll(() => school.close())

  test.each(['data', 'head', 'render'] as const)('is the old page while its %s throws', async (place) => {
    const { site, backend } = school
    expect((await site.get(`/kept-${place}`)).text).toContain(`page kept-${place}`)
    backend.clock.set(backend.clock.now() + 5_000)
    faults[place] = true
    const answer = await site.get(`/kept-${place}`)
    faults[place] = false
    expect([answer.status, answer.headers['cache-status']]).toEqual([200, expect.stringContaining('stale-error')])
    expect(answer.text).toContain(`page kept-${place}`)
    expect(site.lines.join('\n')).toContain(`thrown in ${place}`)
  })

  test('is answered by the application when only unplaceable', async () => {
    faults.plan = true
    const answer = await school.site.get('/kept-plan?utm_source=x')
    faults.plan = false
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('page kept-plan')
    expect(school.site.lines.join('\n')).toContain('thrown in plan')
  })

  test.each(['data', 'head', 'render'] as const)('is a logged 500 without an old one, %s throwing', async (place) => {
    const { site } = school
    for (const path of ['/never-kept', `/kept-${place}?isRegistered=1`]) {
      site.lines.length = 0
      faults[place] = true
      const answer = await site.get(path)
      faults[place] = false
      expect([path, answer.status]).toEqual([path, 500])
      expect(site.lines.join('\n')).toContain(`thrown in ${place}`)
      expect((await site.get(path)).status).toBe(200)
    }
  })

  test('is a 500 with security headers when thrown early', async () => {
    const { site } = school
    const { handle } = site.context.edge
    site.context.edge.handle = () => {
      throw new Error('thrown at the front')
    }
    const answer = await site.get('/')
    site.context.edge.handle = handle
    expect(answer.status).toBe(500)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(site.lines.join('\n')).toContain('thrown at the front')
    expect((await site.get('/never-kept')).status).toBe(200)
  })
})

describe('a process whose listeners throw', () => {
  let child: ChildProcess
  let base: string
  const lines: string[] = []
  beforeAll(async () => {
    child = fork(resolve('tests/support/throwing-server.ts'), [], { execArgv: [] })
    child.on('message', (message: { line?: string }) => {
      if (message.line !== undefined) lines.push(message.line)
    })
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    base = `http://127.0.0.1:${port}`
  })
  afterAll(() => child.kill())

  test.each(['at-once', 'timer', 'next-turn', 'tick', 'emitter', 'rejection', 'async-listener'])(
    'answers 500 and lives on: %s',
    async (way) => {
      lines.length = 0
      const answer = await fetch(`${base}/${way}`)
      expect([answer.status, await answer.text()]).toEqual([500, 'failed'])
      expect(await (await fetch(`${base}/fine`)).text()).toBe('fine')
      expect(lines).toEqual(['something was thrown while a request was answered: thrown on purpose'])
    },
  )

  test('cuts a begun answer, so nobody takes half', async () => {
    const answer = await fetch(`${base}/half`)
    await expect(answer.text()).rejects.toThrow()
    expect(await (await fetch(`${base}/fine`)).text()).toBe('fine')
  })

  test.each([
    ['upgrade', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['checkContinue', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n'],
    ['connect', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('ends the connection and lives on: %s', async (_event, request) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.end(request)
    await once(socket, 'close')
    expect(await (await fetch(`${base}/fine`)).text()).toBe('fine')
  })

  test('ends seen by its supervisor when thrown outside requests', async () => {
    lines.length = 0
    const ended = once(child, 'exit')
    child.send('throw outside')
    expect((await ended)[0]).toBe(7)
    expect(lines).toEqual(['something was thrown outside of requests: this process ends: thrown on purpose'])
  })
})
