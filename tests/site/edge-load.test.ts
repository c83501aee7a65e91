import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, createGate, type EdgeSite, outage, pageOf, startEdgeSite } from '../support/edge-site.ts'

let site: EdgeSite
afterEach(() => site.close())

const courses = (count: number, first = 1): string[] =>
  Array.from({ length: count }, (_none, index) => `/course/${first + index}`)

/** Somebody who may hang up. */
function connectAndAsk(base: string, path: string): Socket {
  const { hostname, port, host } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  return socket
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate)
}

describe('many different cold pages at once', () => {
  it('are made few at a time, in their order', async () => {
    site = await startEdgeSite()
    const gates: (() => void)[] = []
    site.filler.make = async (plan) => {
      const gate = createGate()
      gates.push(gate.open)
      await gate.opened
      return pageOf(plan.target)
    }
    const asked = Promise.all(courses(400).map((path) => site.get(path)))
    await until(() => site.edge.statistics().flights === 400)
    expect(site.filler.plans.length).toBeLessThanOrEqual(16)
    site.filler.make = (plan) => Promise.resolve(pageOf(plan.target))
    for (const open of gates) open()
    const answers = await asked
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(site.filler.plans).toHaveLength(400)
    expect(new Set(site.filler.plans.map(({ key }) => key)).size).toBe(400)
  })

  it('have time from their start, not their asking', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1, fillDeadlineMs: 1000 })
    const gate = createGate()
    const signals: AbortSignal[] = []
    site.filler.make = async (plan, _leader, signal) => {
      signals.push(signal)
      if (plan.key === '/course/1') await once(signal, 'abort')
      return pageOf(plan.target)
    }
    const [first, second] = courses(2).map((path) => site.get(path))
    expect((await first)?.status).toBe(500)
    expect((await second)?.status).toBe(200)
    expect(signals[1]?.aborted).toBe(false)
    gate.open()
  })

  it('waiting for slow data leave their place to others', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1 })
    const gate = createGate()
    site.filler.make = async (plan) => {
      if (plan.key === '/course/1') await gate.opened
      return pageOf(plan.target)
    }
    const slow = site.get('/course/1')
    await until(() => site.filler.plans.length === 1)
    expect((await site.get('/course/2')).status).toBe(200)
    gate.open()
    expect((await slow).status).toBe(200)
  })

  it('send away who would wait too long, before work', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1, mostWaitMs: 1000, whenBusy: () => '<h1>busy</h1>' })
    const gate = createGate()
    site.filler.make = async (plan) => {
      await gate.opened
      return pageOf(plan.target)
    }
    const asked = courses(60).map((path) => site.get(path))
    await until(() => site.edge.statistics().flights + (site.counts.get('course refused') ?? 0) > 0)
    const refused = await Promise.race(asked.slice(40))
    expect(refused.status).toBe(503)
    expect(refused.body.toString()).toBe('<h1>busy</h1>')
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    gate.open()
    const answers = await Promise.all(asked)
    const served = answers.filter(({ status }) => status === 200)
    expect(served.length).toBeGreaterThan(10)
    expect(site.filler.plans).toHaveLength(served.length)
    // Nothing of it is remembered.
    expect((await site.get('/course/60')).status).toBe(200)
  })

  it('are made for nobody who has left', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1 })
    const gate = createGate()
    site.filler.make = async (plan) => {
      await gate.opened
      return pageOf(plan.target)
    }
    const first = site.get('/course/1')
    await until(() => site.filler.plans.length === 1)
    const leaving = courses(30, 2).map((path) => connectAndAsk(site.base, path))
    const staying = site.get('/course/5')
    await until(() => site.edge.statistics().flights === 31)
    for (const socket of leaving) socket.destroy()
    await Promise.all(leaving.map((socket) => once(socket, 'close')))
    // behind what the server's side of them still has to hear
    expect((await fetch(`${site.base}/application`)).status).toBe(200)
    gate.open()
    expect([(await first).status, (await staying).status]).toEqual([200, 200])
    await site.idle()
    expect(site.filler.plans.map(({ key }) => key)).toEqual(['/course/1', '/course/5'])
  })

  it('let an old page stand in for a long wait', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1, mostWaitMs: 1000 })
    await site.get('/article/1')
    site.clock.now += 61_000
    const gate = createGate()
    site.filler.make = async () => {
      await gate.opened
      return outage()
    }
    const asked = courses(40).map((path) => site.get(path))
    await until(() => site.edge.statistics().flights > 20)
    expect((await site.get('/article/1')).status).toBe(200)
    gate.open()
    await Promise.all(asked)
  })
})

describe('a page that waits for its turn', () => {
  it('begins after a take-down, once for all who wait', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1 })
    const gate = createGate()
    site.filler.make = async (plan) => {
      if (plan.key === '/course/1') await gate.opened
      return pageOf(`${plan.target} ${site.edge.statistics().purges}`)
    }
    const first = site.get('/course/1')
    await until(() => site.filler.plans.length === 1)
    const waiting = site.get('/course/2')
    await until(() => site.edge.statistics().flights === 2)
    site.edge.purge({ tag: 'course:2', hard: true })
    const other = site.get('/course/2')
    gate.open()
    expect((await waiting).body.toString()).toBe('/course/2 1')
    expect((await other).body.toString()).toBe('/course/2 1')
    expect((await site.get('/course/2')).headers['cache-status']).toMatch(/hit/)
    expect(site.filler.plans.filter(({ key }) => key === '/course/2')).toHaveLength(1)
    await first
  })

  it('then hanging is tried once: old page or 503', async () => {
    site = await startEdgeSite({ fillsAtOnce: 1, fillDeadlineMs: 1000, whenFailed: outage })
    const old = (await site.get('/article/1')).headers.etag
    site.clock.now += 61_000
    site.filler.plans.length = 0
    site.filler.make = (_plan, _leader, signal) => once(signal, 'abort').then(outage)
    const holder = site.get('/course/9')
    await until(() => site.filler.plans.length === 1)
    const crowd = (path: string): Promise<Answer>[] => Array.from({ length: 20 }, () => site.get(path))
    // Some come while it waits for its turn, others while it hangs.
    const queued = [...crowd('/article/1'), ...crowd('/course/2')]
    await until(() => site.edge.statistics().flights === 3)
    await until(() => site.filler.plans.length === 3)
    const joined = [...crowd('/article/1'), ...crowd('/course/2')]
    const told = (await Promise.all([...queued, ...joined])).map(({ status, headers }, index) => {
      const isWarm = index % 40 < 20
      return isWarm ? [status, headers.etag] : [status, headers['retry-after'], headers['cache-control']]
    })
    const expected = told.map((_one, index) => (index % 40 < 20 ? [200, old] : [503, '5', 'no-store']))
    expect(told).toEqual(expected)
    expect(site.filler.plans.map(({ key }) => key)).toEqual(['/course/9', '/article/1', '/course/2'])
    expect((await holder).status).toBe(503)
  })
})
