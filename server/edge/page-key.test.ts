import { describe, expect, it } from 'vitest'
import { createPlanner, type PagePlan, splitQuery } from './page-key.ts'

function planOf(target: string): PagePlan {
  return { key: target, target, route: 'page', ttl: 60, swr: 0, sie: 0, tags: [] }
}

describe('a query', () => {
  const split = (text: string) => splitQuery(new URLSearchParams(text), (name) => name === 'page')

  it('is split into known names and those without effect', () => {
    const { kept, dropped } = split(`utm_source=a&page=2&_t=1&_t=2&fbclid=${'x'.repeat(90)}`) ?? {}
    expect([String(kept), dropped]).toEqual(['page=2', `utm_source=a&_t=1&_t=2&fbclid=${'x'.repeat(90)}`])
  })

  it('with a name twice or too long is nobody’s page', () => {
    expect(split('page=1&page=2')).toBeUndefined()
    expect(split(`page=${'1'.repeat(65)}`)).toBeUndefined()
  })
})

describe('the planner', () => {
  it('asks the page table once for one address', () => {
    let asked = 0
    const find = createPlanner((path) => {
      asked += 1
      return planOf(path)
    })
    expect(find('/a')).toBe(find('/a'))
    expect(asked).toBe(1)
  })

  it('shows the page table a canonical path and the query', () => {
    const seen: string[] = []
    const find = createPlanner((path, query) => {
      seen.push(`${path}?${query}`)
      return planOf(path)
    })
    find('/%61?b=1&a=%32')
    expect(seen).toEqual(['/a?b=1&a=2'])
  })

  it('has no plan for personal names, long and wrong paths', () => {
    const find = createPlanner((path) => planOf(path))
    for (const url of ['/a?token=1', '/a?invite=1&x=2', '/a?x=1&isPreview=', `/${'a'.repeat(200)}`, '/a//b', '/a;b']) {
      expect(find(url).plan, url).toBeUndefined()
    }
  })

  it('knows the page of an address with a foreign query', () => {
    const find = createPlanner((path, query) => (query.size === 0 && path === '/a' ? planOf(path) : undefined))
    expect(find('/a?junk=1')).toMatchObject({ plan: undefined, bypassedRoute: 'page' })
    expect(find('/api/x?junk=1').bypassedRoute).toBeUndefined()
  })

  it('remembers pages while junk addresses come and go', () => {
    let asked = 0
    const find = createPlanner((path, query) => {
      if (query.size > 0) return undefined
      asked += 1
      return planOf(path)
    })
    const slot = find('/a')
    for (let index = 0; index < 20_000; index += 1) find(`/b?junk=${index}`)
    asked = 0
    expect(find('/a')).toBe(slot)
    expect(asked).toBe(0)
  })
})
