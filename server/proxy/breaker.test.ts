import { performance } from 'node:perf_hooks'
import { describe, expect, it, vi } from 'vitest'
import { type Breaker, createBreaker, createBreakers, type Permit } from './breaker.ts'

/** Leave where none has to be waited for. */
function enter(breaker: Breaker): Permit | undefined {
  const entered = breaker.enter()
  if (entered instanceof Promise) throw new Error('A probe is out.')
  return entered
}

function openOne(breaker: Breaker): void {
  for (let times = 0; times < 5; times += 1) enter(breaker)?.fail()
}

describe('the breaker', () => {
  it('opens after five failures in a row', () => {
    const breaker = createBreaker({ elapsed: () => 0 })
    for (let times = 0; times < 4; times += 1) enter(breaker)?.fail()
    enter(breaker)?.succeed()
    for (let times = 0; times < 4; times += 1) enter(breaker)?.fail()
    expect(breaker.state).toBe('closed')
    enter(breaker)?.fail()
    expect(breaker.state).toBe('open')
    expect(breaker.enter()).toBeUndefined()
  })

  it('lets one probe through after two seconds; its end decides', () => {
    let now = 0
    const breaker = createBreaker({ elapsed: () => now })
    for (let times = 0; times < 5; times += 1) enter(breaker)?.fail()
    now = 1999
    expect(breaker.enter()).toBeUndefined()
    now = 2000
    const probe = enter(breaker)
    probe?.fail()
    expect(breaker.enter()).toBeUndefined()
    now = 4000
    enter(breaker)?.succeed()
    expect(breaker.state).toBe('closed')
    expect(breaker.enter()).toBeDefined()
  })

  it('lets another probe out when the first was given up', () => {
    let now = 0
    const breaker = createBreaker({ elapsed: () => now })
    for (let times = 0; times < 5; times += 1) enter(breaker)?.fail()
    now = 2000
    enter(breaker)?.release()
    expect(breaker.enter()).toBeDefined()
  })

  it('counts the end of a call once', () => {
    const breaker = createBreaker({ elapsed: () => 0 })
    const permit = enter(breaker)
    for (let times = 0; times < 5; times += 1) permit?.fail()
    expect(breaker.state).toBe('closed')
  })

  it('asks a service at once that says it is back', async () => {
    let lives = false
    const asked: boolean[] = []
    const probe = (): Promise<boolean> => {
      asked.push(lives)
      return Promise.resolve(lives)
    }
    const breaker = createBreaker({ elapsed: () => 0, probe })
    breaker.probeNow()
    openOne(breaker)
    breaker.probeNow()
    await vi.waitFor(() => expect(breaker.state).toBe('open'))
    lives = true
    breaker.probeNow()
    await vi.waitFor(() => expect(breaker.state).toBe('closed'))
    expect(breaker.enter()).toBeDefined()
    // while nothing was wrong there was nothing to ask
    expect(asked).toEqual([false, true])
    breaker.close()
  })

  it('lets who comes during the probe wait for its end', async () => {
    let now = 0
    const breaker = createBreaker({ elapsed: () => now })
    openOne(breaker)
    now = 2000
    const probe = enter(breaker)
    const waiting = Array.from({ length: 20 }, () => breaker.enter())
    probe?.succeed()
    expect((await Promise.all(waiting)).filter(Boolean)).toHaveLength(20)
    openOne(breaker)
    now = 4000
    const second = enter(breaker)
    const unlucky = breaker.enter()
    second?.fail()
    expect(await unlucky).toBeUndefined()
  })

  it('makes the next waiting call the probe', async () => {
    let now = 0
    const breaker = createBreaker({ elapsed: () => now })
    openOne(breaker)
    now = 2000
    const probe = enter(breaker)
    const [first, second] = [breaker.enter(), breaker.enter()]
    probe?.release()
    const next = await first
    expect(breaker.state).toBe('probing')
    next?.succeed()
    expect(await second).toBeDefined()
  })

  it('probes by itself when nobody calls', async () => {
    vi.useFakeTimers()
    try {
      let now = 0
      let lives = false
      const breaker = createBreaker({ elapsed: () => now, probe: () => Promise.resolve(lives) })
      openOne(breaker)
      now = 2000
      await vi.advanceTimersByTimeAsync(2000)
      expect(breaker.state).toBe('open')
      lives = true
      now = 4000
      await vi.advanceTimersByTimeAsync(2000)
      expect(breaker.state).toBe('closed')
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes no lateness for failure while others answer', () => {
    const breaker = createBreaker({ elapsed: () => 0 })
    const loaded = Array.from({ length: 10 }, () => enter(breaker))
    enter(breaker)?.succeed()
    for (const permit of loaded) permit?.late()
    expect(breaker.state).toBe('closed')
  })

  it('takes no lateness for failure while itself busy', async () => {
    const breaker = createBreaker({ elapsed: () => 0 })
    await new Promise(setImmediate)
    const late = Array.from({ length: 10 }, () => enter(breaker))
    const until = performance.now() + 30
    while (performance.now() < until);
    for (const permit of late) permit?.late()
    expect(breaker.state).toBe('closed')
  })

  it('opens when nobody is answered in time', async () => {
    const breaker = createBreaker({ elapsed: () => 0 })
    const before = performance.eventLoopUtilization()
    const late = Array.from({ length: 5 }, () => enter(breaker))
    // However loaded the machine is: until this process itself has been idle for half of the time.
    await vi.waitFor(() => expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5), 10_000)
    for (const permit of late) permit?.late()
    expect(breaker.state).toBe('open')
  })

  it('is one for each address', () => {
    const breakers = createBreakers(() => 0)
    for (let times = 0; times < 5; times += 1) enter(breakers.of('a'))?.fail()
    expect(enter(breakers.of('b'))).toBeDefined()
    expect(breakers.states()).toEqual({ a: 'open', b: 'closed' })
  })
})
