import { expect, it } from 'vitest'
import { allEndpoints } from '#shared/contract/index.ts'
import { callTimes } from './call-times.ts'
import { writingGets } from './writing-gets.ts'

it('who is farther from the work waits longer', () => {
  for (const { backendMs, proxyMs, browserMs } of Object.values(callTimes)) {
    expect(proxyMs).toBeGreaterThan(backendMs)
    expect(browserMs).toBeGreaterThan(proxyMs)
  }
})

it('a browser knows every GET that writes', () => {
  const routes = allEndpoints
    .filter(({ method, writes }) => method === 'GET' && writes !== false)
    .map(({ route }) => route)
  expect([...writingGets]).toEqual(routes.sort())
})
