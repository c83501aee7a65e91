import { describe, expect, it } from 'vitest'
import { createBreaker, createBreakers } from './breaker.ts'

describe('the breaker', () => {
  it('opens after five failures in a row, not after five with a success between', () => {
    const breaker = createBreaker(() => 0)
    for (let times = 0; times < 4; times += 1) breaker.enter()?.fail()
    breaker.enter()?.succeed()
    for (let times = 0; times < 4; times += 1) breaker.enter()?.fail()
    expect(breaker.state).toBe('closed')
    breaker.enter()?.fail()
    expect(breaker.state).toBe('open')
    expect(breaker.enter()).toBeUndefined()
  })

  it('lets one probe through after two seconds; its end decides', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    for (let times = 0; times < 5; times += 1) breaker.enter()?.fail()
    now = 1999
    expect(breaker.enter()).toBeUndefined()
    now = 2000
    const probe = breaker.enter()
    expect(breaker.enter()).toBeUndefined()
    probe?.fail()
    expect(breaker.enter()).toBeUndefined()
    now = 4000
    breaker.enter()?.succeed()
    expect(breaker.state).toBe('closed')
    expect(breaker.enter()).toBeDefined()
  })

  it('lets the next probe out when the first one was given up', () => {
    let now = 0
    const breaker = createBreaker(() => now)
    for (let times = 0; times < 5; times += 1) breaker.enter()?.fail()
    now = 2000
    breaker.enter()?.release()
    expect(breaker.enter()).toBeDefined()
  })

  it('counts the end of a call once', () => {
    const breaker = createBreaker(() => 0)
    const permit = breaker.enter()
    for (let times = 0; times < 5; times += 1) permit?.fail()
    expect(breaker.state).toBe('closed')
  })

  it('is one for each address', () => {
    const breakers = createBreakers(() => 0)
    for (let times = 0; times < 5; times += 1) breakers.of('a').enter()?.fail()
    expect(breakers.of('b').enter()).toBeDefined()
    expect(breakers.states()).toEqual({ a: 'open', b: 'closed' })
  })
})
