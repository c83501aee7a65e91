import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEdge } from '#server/edge/edge.ts'
import { askDirectly, createGate, type EdgeSite, pageOf, resolvePage, startEdgeSite } from '../support/edge-site.ts'

let site: EdgeSite
let version = 0
beforeEach(async () => {
  version = 0
  site = await startEdgeSite()
  site.filler.make = (plan) => Promise.resolve(pageOf(`${plan.target} ${version}`))
})
afterEach(() => site.close())

describe('a purge', () => {
  it('by tag, key or all serves old once, makes new', async () => {
    for (const order of [{ tag: 'course:1' }, { key: '/course/1' }, { all: true }]) {
      await site.get('/course/1')
      await site.idle()
      version += 1
      expect(site.edge.purge(order)).toBe(1)
      const old = await site.get('/course/1')
      expect(old.headers['cache-status']).toMatch(/hit; detail=stale-while-revalidate/)
      expect(old.body.toString()).toBe(`/course/1 ${version - 1}`)
      await site.idle()
      const fresh = await site.get('/course/1')
      expect(fresh.headers['cache-status']).toMatch(/hit/)
      expect(fresh.body.toString()).toBe(`/course/1 ${version}`)
    }
  })

  it('after an edit shows the new page at once', async () => {
    await site.get('/course/1')
    version += 1
    expect(site.edge.purge({ tag: 'course:1', changed: true })).toBe(1)
    const next = await site.get('/course/1')
    expect(next.headers['cache-status']).toBe('xueyuan; fwd=stale; stored')
    expect(next.body.toString()).toBe('/course/1 1')
    site.edge.purge({ tag: 'course:1' })
    version += 1
    site.edge.purge({ tag: 'course:1', changed: true })
    site.filler.make = () => Promise.resolve(pageOf('', { status: 503, storable: false }))
    const standIn = await site.get('/course/1')
    expect(standIn.status).toBe(200)
    expect(standIn.body.toString()).toBe('/course/1 1')
  })

  it('an edit during a fill: later visitors wait for new', async () => {
    const gates = [createGate(), createGate()]
    site.filler.make = async () => {
      const turn = site.filler.plans.length - 1
      await gates[turn]?.opened
      return pageOf(`turn ${turn}`)
    }
    const before = site.get('/course/1')
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    site.edge.purge({ tag: 'course:1', changed: true })
    gates[0]?.open()
    expect((await before).body.toString()).toBe('turn 0')
    const after = site.get('/course/1')
    while (site.filler.plans.length === 1) await new Promise(setImmediate)
    gates[1]?.open()
    expect((await after).body.toString()).toBe('turn 1')
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/hit/)
  })

  it('renews a page without stale time before serving', async () => {
    await site.get('/live/1')
    version += 1
    site.edge.purge({ tag: 'live:1' })
    expect((await site.get('/live/1')).body.toString()).toBe('/live/1 1')
  })

  it('for a take-down leaves nothing, remade or not', async () => {
    await site.get('/course/1')
    site.edge.purge({ tag: 'course:1', hard: true })
    expect(site.edge.statistics().pages).toBe(0)
    site.filler.make = () => Promise.resolve(pageOf('', { status: 503, storable: false }))
    expect((await site.get('/course/1')).status).toBe(503)
  })

  it('touches nothing else', async () => {
    await Promise.all([site.get('/course/1'), site.get('/course/2'), site.get('/article/1')])
    expect(site.edge.purge({ tag: 'course:1' })).toBe(1)
    expect(site.edge.purge({ tag: 'unknown' })).toBe(0)
    for (const path of ['/course/2', '/article/1'])
      expect((await site.get(path)).headers['cache-status']).toMatch(/hit/)
  })

  it('knows the tags that only the filler could know', async () => {
    site.filler.make = () => Promise.resolve(pageOf('<p>a</p>', { tags: ['teacher:7'] }))
    await site.get('/course/1')
    expect(site.edge.entries({ tag: 'teacher:7' })).toMatchObject([
      { key: '/course/1', tags: ['course:1', 'teacher:7'] },
    ])
    expect(site.edge.purge({ tag: 'teacher:7' })).toBe(1)
  })

  it('during a fill wins: earlier work is stale', async () => {
    const gate = createGate()
    site.filler.make = async () => {
      const begunWith = version
      await gate.opened
      return pageOf(`begun ${begunWith}`, { tags: ['teacher:7'] })
    }
    const waiting = site.get('/course/1')
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    version += 1
    site.edge.purge({ tag: 'teacher:7' })
    gate.open()
    expect((await waiting).body.toString()).toBe('begun 0')
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/detail=stale-while-revalidate/)
    await site.idle()
    expect((await site.get('/course/1')).body.toString()).toBe('begun 1')
  })

  it('a take-down during a fill: later visitors wait', async () => {
    const gates = [createGate(), createGate()]
    site.filler.make = async () => {
      const turn = site.filler.plans.length - 1
      await gates[turn]?.opened
      return pageOf(`turn ${turn}`)
    }
    const before = site.get('/course/1')
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    site.edge.purge({ tag: 'course:1', hard: true })
    const after = site.get('/course/1')
    while (site.filler.plans.length === 1) await new Promise(setImmediate)
    gates[1]?.open()
    expect((await after).body.toString()).toBe('turn 1')
    gates[0]?.open()
    expect((await before).body.toString()).toBe('turn 0')
    expect((await site.get('/course/1')).body.toString()).toBe('turn 1')
  })

  it('a take-down elsewhere: earlier fills never replace later ones', async () => {
    const gates = [createGate(), createGate()]
    site.filler.make = async () => {
      const turn = site.filler.plans.length - 1
      await gates[turn]?.opened
      return pageOf(`turn ${turn}`)
    }
    const before = site.get('/course/1')
    while (site.filler.plans.length === 0) await new Promise(setImmediate)
    site.edge.purge({ tag: 'article:9', hard: true })
    const after = site.get('/course/1')
    while (site.filler.plans.length === 1) await new Promise(setImmediate)
    gates[1]?.open()
    await after
    gates[0]?.open()
    await before
    expect((await site.get('/course/1')).body.toString()).toBe('turn 1')
  })

  it('ends the memory of a failure', async () => {
    site.filler.make = () => Promise.resolve(pageOf('', { status: 503, storable: false }))
    await site.get('/course/1')
    site.filler.make = () => Promise.resolve(pageOf('<p>there</p>'))
    site.edge.purge({ tag: 'course:1' })
    expect((await site.get('/course/1')).status).toBe(200)
  })
})

type Step = { do: 'ask' | 'finish' | 'change' | 'edit' | 'take down' | 'later'; page: 0 | 1 }

const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step['do']>('ask', 'finish', 'change', 'edit', 'take down', 'later'),
    page: fc.constantFrom<Step['page']>(0, 1),
  }),
  { minLength: 3, maxLength: 14 },
)

const pages = ['/course/1', '/live/2'] as const
const tags = ['course:1', 'live:2'] as const
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs one schedule; every page carries the version of the data with which its fill began. */
async function run(schedule: readonly Step[]): Promise<void> {
  const versions: [number, number] = [0, 0]
  const seenNext: [number, number] = [0, 0]
  const open: [(() => void)[], (() => void)[]] = [[], []]
  let now = 1_000_000
  const edge = createEdge({
    fillsAtOnce: 1000,
    resolve: resolvePage,
    async fill(plan) {
      const page = plan.target === pages[0] ? 0 : 1
      const begunWith = versions[page]
      const gate = createGate()
      open[page].push(gate.open)
      await gate.opened
      return pageOf(String(begunWith))
    },
    maxBytes: 1024 * 1024,
    notFoundSeconds: 10,
    clock: () => now,
    elapsed: () => now,
    log: silent,
    securityHeaders: [],
  })
  const asked: Promise<void>[] = []
  const actions: Record<Step['do'], (page: 0 | 1) => void> = {
    change(page) {
      versions[page] += 1
      edge.purge({ tag: tags[page] })
    },
    edit(page) {
      versions[page] += 1
      seenNext[page] = versions[page]
      edge.purge({ tag: tags[page], changed: true })
    },
    'take down'(page) {
      versions[page] += 1
      seenNext[page] = versions[page]
      edge.purge({ tag: tags[page], hard: true })
    },
    later() {
      now += 5000
    },
    finish(page) {
      for (const finish of open[page].splice(0)) finish()
    },
    ask(page) {
      const [atLeast, current] = [seenNext[page], versions[page]]
      asked.push(
        askDirectly(edge, pages[page]).then(({ cache, text }) => {
          // Never what was edited or taken down before the asking; a hit never shows less than the data of the asking.
          expect(Number(text)).toBeGreaterThanOrEqual(atLeast)
          if (cache.includes('; hit; ttl')) expect(Number(text)).toBeGreaterThanOrEqual(current)
        }),
      )
    },
  }
  for (const step of schedule) {
    actions[step.do](step.page)
    // Lets answers and settled fills happen between the steps.
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve()
  }
  while (edge.statistics().flights > 0) {
    actions.finish(0)
    actions.finish(1)
    await Promise.resolve()
  }
  await Promise.all(asked)
  edge.close()
}

describe('purges and fills in any order', () => {
  it('never shows purged pages, nor old data as hits', async () => {
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: 10_000 })
  }, 60_000)
})
