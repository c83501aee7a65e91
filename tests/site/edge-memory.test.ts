import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EdgeSite, pageOf, startEdgeSite } from '../support/edge-site.ts'

const cap = 8 * 1024 * 1024
const distinct = 50_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in buffers outside the heap and in the heap. */
function usedBytes(): number {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('50,000 different addresses', () => {
  let site: EdgeSite
  beforeAll(async () => {
    site = await startEdgeSite({ maxBytes: cap, accessLog: false })
    site.filler.make = (plan) => Promise.resolve(pageOf(`<p>${plan.target}</p>`.repeat(4)))
  })
  afterAll(() => site.close())

  it('leave the store within its bytes and proportionate memory', async () => {
    const before = usedBytes()
    for (let id = 1; id <= distinct; id += 1) {
      await site.edge.warm(`/course/${id}`)
      site.filler.plans.length = 0
      // Objects stay reachable until the running turn ends.
      if (id % 500 === 0) await site.idle()
    }
    const { pages, bytes } = site.edge.statistics()
    expect(bytes).toBeLessThanOrEqual(cap)
    expect(pages).toBeGreaterThan(1000)
    expect(usedBytes() - before).toBeLessThan(cap + 16 * 1024 * 1024)
    expect((await site.get(`/course/${distinct}`)).headers['cache-status']).toMatch(/hit/)
    expect((await site.get('/course/1')).headers['cache-status']).toMatch(/fwd=uri-miss/)
  }, 60_000)

  it('keep in the store what visitors go on asking for', async () => {
    await site.get('/course/1')
    for (let id = 1; id <= 12_000; id += 1) {
      await site.edge.warm(`/course/${100_000 + id}`)
      site.clock.now += 4
      if (id % 100 === 0) expect((await site.get('/course/1')).headers['cache-status']).toMatch(/hit/)
    }
  })
})
