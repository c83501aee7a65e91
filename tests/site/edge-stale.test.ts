import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGate, type EdgeSite, outage, pageOf, startEdgeSite } from '../support/edge-site.ts'

const second = 1000
const hour = 3600 * second

let site: EdgeSite
beforeEach(async () => {
  site = await startEdgeSite()
})
afterEach(() => site.close())

describe('a page that is no longer fresh', () => {
  it('is served at once while one refresh runs', async () => {
    await site.get('/course/1')
    site.clock.now += 61 * second
    const gate = createGate()
    site.filler.make = async () => {
      await gate.opened
      return pageOf('<p>new</p>')
    }
    const stale = await Promise.all(Array.from({ length: 20 }, () => site.get('/course/1')))
    for (const answer of stale) {
      expect(answer.headers['cache-status']).toBe('xueyuan; hit; detail=stale-while-revalidate; ttl=-1')
      expect(answer.headers.age).toBe('61')
      expect(answer.body.toString()).toBe('<p>/course/1</p>')
    }
    gate.open()
    await site.idle()
    const fresh = await site.get('/course/1')
    expect(fresh.body.toString()).toBe('<p>new</p>')
    expect(fresh.headers['cache-status']).toBe('xueyuan; hit; ttl=60')
    expect(site.filler.plans).toHaveLength(2)
  })

  it('is made anew once its stale time is over', async () => {
    await site.get('/live/1')
    site.clock.now += 10 * second
    site.filler.make = () => Promise.resolve(pageOf('<p>new</p>'))
    const answer = await site.get('/live/1')
    expect(answer.body.toString()).toBe('<p>new</p>')
    expect(answer.headers['cache-status']).toBe('xueyuan; fwd=stale; stored')
  })

  it('is replaced at once when it has become a redirect', async () => {
    await site.get('/article/1')
    site.clock.now += 61 * second
    site.filler.make = () => Promise.resolve(pageOf('', { status: 301, headers: [['Location', '/article/2']] }))
    expect((await site.get('/article/1')).status).toBe(301)
    expect(site.edge.statistics().pages).toBe(0)
  })
})

describe('a clock that is set back by days', () => {
  it('keeps no page fresh; only Date follows the clock', async () => {
    await site.get('/course/1')
    site.clock.setBy = -72 * hour
    site.clock.now += 59 * second
    const hit = await site.get('/course/1')
    expect(hit.headers['cache-status']).toBe('xueyuan; hit; ttl=1')
    expect(hit.headers.age).toBe('59')
    expect(hit.headers.date).toBe(new Date(site.clock.now + site.clock.setBy).toUTCString())
    site.clock.now += 2 * second
    const stale = await site.get('/course/1')
    expect(stale.headers['cache-status']).toBe('xueyuan; hit; detail=stale-while-revalidate; ttl=-1')
    expect(stale.headers.age).toBe('61')
    expect(stale.headers.date).toBe(new Date(site.clock.now + site.clock.setBy).toUTCString())
    await site.idle()
    expect((await site.get('/course/1')).headers['cache-status']).toBe('xueyuan; hit; ttl=60')
  })
})

describe('an outage', () => {
  it('leaves stored pages served, one try a second', async () => {
    await site.get('/article/1')
    site.filler.make = () => Promise.resolve(outage())
    site.clock.now += 61 * second
    for (let step = 0; step < 5; step += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => site.get('/article/1')))
      for (const answer of answers) {
        expect(answer.status).toBe(200)
        expect(answer.headers['cache-status']).toMatch(/(?:fwd=stale|hit); detail=stale-error; ttl=-\d+$/)
      }
      site.clock.now += second
    }
    expect(site.filler.plans).toHaveLength(1 + 5)
    site.clock.now += hour
    expect((await site.get('/article/1')).status).toBe(503)
  })

  it('asks for a stale page each second, nobody waiting', async () => {
    await site.get('/course/1')
    site.filler.make = () => Promise.resolve(outage())
    site.clock.now += 61 * second
    for (let step = 0; step < 3; step += 1) {
      for (let times = 0; times < 5; times += 1) {
        expect((await site.get('/course/1')).headers['cache-status']).toMatch(/detail=stale-/)
        await site.idle()
      }
      site.clock.now += second
    }
    expect(site.filler.plans).toHaveLength(1 + 3)
  })

  it.each([
    ['an error page', () => Promise.resolve(outage())],
    ['an exception', () => Promise.reject(new Error('reset'))],
    ['a page with a missing part', () => Promise.resolve(pageOf('<p>part</p>', { storable: false }))],
    [
      'a page that came too late',
      (_plan: unknown, _leader: unknown, signal: AbortSignal) => once(signal, 'abort').then(() => pageOf('late')),
    ],
  ])('%s never replaces a good page', async (_name, make) => {
    const impatient = await startEdgeSite({ fillDeadlineMs: 20 })
    await impatient.get('/article/1')
    impatient.clock.now += 61 * second
    impatient.filler.make = make
    const bad = await impatient.get('/article/1')
    expect(bad.status).toBe(200)
    expect(bad.body.toString()).toBe('<p>/article/1</p>')
    impatient.clock.now += second
    impatient.filler.make = () => Promise.resolve(pageOf('<p>good</p>'))
    expect((await impatient.get('/article/1')).body.toString()).toBe('<p>good</p>')
    await impatient.close()
  })

  it('tries an unstored page once a second, whoever asks', async () => {
    site.filler.make = () => Promise.resolve(outage())
    for (let times = 0; times < 10; times += 1) expect((await site.get('/course/1')).status).toBe(503)
    expect(site.filler.plans).toHaveLength(1)
    site.clock.now += second
    site.filler.make = () => Promise.resolve(pageOf('<p>back</p>'))
    expect((await site.get('/course/1')).status).toBe(200)
  })
})

describe('many at once', () => {
  it('a thousand visitors of a cold page: one fill', async () => {
    const gate = createGate()
    site.filler.make = async () => {
      await gate.opened
      return pageOf(`<p>${'学'.repeat(2000)}</p>`)
    }
    const asked = Array.from({ length: 1000 }, () => site.get('/course/1', { headers: { 'accept-encoding': 'br' } }))
    gate.open()
    const answers = await Promise.all(asked)
    expect(site.filler.plans).toHaveLength(1)
    // the late ones may get it in fewer bytes
    expect(new Set(answers.map(({ body }) => brotliDecompressSync(body).toString())).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('a thousand visitors of a failing page cost one fill', async () => {
    site.filler.make = () => Promise.resolve(outage())
    const answers = await Promise.all(Array.from({ length: 1000 }, () => site.get('/course/1')))
    expect(site.filler.plans).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  })

  it('answers that can’t be stored don’t queue', async () => {
    const gates = [createGate(), createGate()]
    site.filler.make = async (plan) => {
      await gates[plan.target === '/course/1' ? 0 : 1]?.opened
      return pageOf('<p>a</p>', { storable: false })
    }
    const [slow, quick] = [site.get('/course/1'), site.get('/course/2')]
    gates[1]?.open()
    expect((await quick).status).toBe(200)
    gates[0]?.open()
    await slow
  })
})

describe('the visitor who comes first to a cold page', () => {
  it('may be streamed to while others wait', async () => {
    const gate = createGate()
    site.filler.make = async (_plan, leader) => {
      leader?.res.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>shell')
      await gate.opened
      leader?.res.end(' and rest</p>')
      return pageOf('<p>complete</p>', { leaderAnswered: leader !== undefined })
    }
    const first = site.get('/course/1')
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    const second = site.get('/course/1')
    gate.open()
    expect((await first).body.toString()).toBe('<p>shell and rest</p>')
    expect((await second).body.toString()).toBe('<p>complete</p>')
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/hit/)
  })

  it('does not stop the fill by leaving', async () => {
    const gate = createGate()
    let seen: AbortSignal | undefined
    site.filler.make = async (_plan, _leader, signal) => {
      seen = signal
      await gate.opened
      return pageOf('<p>a</p>')
    }
    const leader = request(`${site.base}/course/1`)
    leader.on('error', () => undefined)
    leader.end()
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    const waiting = site.get('/course/1')
    const left = new Promise((resolve) => leader.once('close', resolve))
    leader.destroy()
    await left
    gate.open()
    expect((await waiting).body.toString()).toBe('<p>a</p>')
    expect(seen?.aborted).toBe(false)
    expect(site.edge.statistics()).toMatchObject({ pages: 1, flights: 0 })
  })

  it('isn’t streamed with HEAD, validator or an old page', async () => {
    const leaders: boolean[] = []
    site.filler.make = (plan, leader) => {
      leaders.push(leader !== undefined)
      return Promise.resolve(pageOf(plan.target))
    }
    await site.get('/article/1', { method: 'HEAD' })
    await site.get('/article/2', { headers: { 'if-none-match': '"a"' } })
    site.clock.now += 61 * second
    await site.get('/article/1')
    expect(leaders).toEqual([false, false, false])
    await site.get('/article/3')
    expect(leaders.at(-1)).toBe(true)
  })

  it('is cut off when its streamed page fails', async () => {
    site.filler.make = (_plan, leader) => {
      leader?.res.writeHead(200).write('<p>half')
      return Promise.reject(new Error('lost'))
    }
    await expect(site.get('/course/1')).rejects.toThrow(/aborted|hang up|terminated/)
    expect(site.edge.statistics().pages).toBe(0)
  })
})
