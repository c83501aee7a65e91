import { describe, expect, it } from 'vitest'
import type { WarmOutcome } from './edge.ts'
import { warmUp } from './warm.ts'

describe('warmUp', () => {
  it('makes the first addresses before it is ready, then others', async () => {
    let running = 0
    let most = 0
    const made: string[] = []
    const edge = {
      async warm(url: string): Promise<WarmOutcome> {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        made.push(url)
        return url === '/bad' ? 'failed' : 'stored'
      },
    }
    const urls = [...Array.from({ length: 10 }, (_none, index) => `/${index}`), '/bad', '/last']
    const { ready, done } = warmUp(edge, urls, { eager: 10, perSecond: 100_000 })
    await ready
    expect(made).toHaveLength(10)
    expect(most).toBe(4)
    expect(await done).toEqual({ none: 0, fresh: 0, stored: 11, failed: 1 })
    expect(made).toEqual(expect.arrayContaining(urls))
  })

  it('stops when it is told to', async () => {
    const controller = new AbortController()
    const edge = {
      warm(): Promise<WarmOutcome> {
        controller.abort()
        return Promise.resolve('stored')
      },
    }
    const { done } = warmUp(edge, ['/a', '/b', '/c'], { eager: 0, perSecond: 1, signal: controller.signal })
    expect((await done).stored).toBe(1)
  })
})
