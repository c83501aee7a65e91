import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { definePage } from '#client/pages/define-page.ts'
import { emptyView } from '#client/pages/page-view.ts'
import { type PreparedPage, preparePage, toPageState } from './prepare-page.ts'

/** A page for which these queries were answered, in this order. */
function pageOf(answers: readonly (readonly [string, unknown])[]): PreparedPage {
  const queryClient = new QueryClient()
  for (const [name, data] of answers) queryClient.setQueryData([name, {}], data)
  const view = emptyView({ id: 'home', layout: 'base' }, { pathname: '/', search: '' }, {})
  return { kind: 'page', view, queryClient, late: [], app: {} } as unknown as PreparedPage
}

test('a page has equal bytes, however its answers came', () => {
  const once = pageOf([
    ['classes', [1]],
    ['banner', 'b'],
  ])
  const twice = pageOf([
    ['banner', 'b'],
    ['classes', [1]],
    ['classes', [1]],
  ])
  expect(JSON.stringify(toPageState(twice, undefined))).toBe(JSON.stringify(toPageState(once, undefined)))
})

test('what a page asks in two places goes out once', async () => {
  const asked: string[] = []
  const question = (name: string) => ({
    queryKey: ['GET /api/college/list', { name }],
    queryFn: async () => {
      asked.push(name)
      return [name]
    },
  })
  const page = definePage('asking', {
    path: '/asking',
    layout: 'base',
    cache: 'never',
    data: () => ({ critical: [question('a')], wanted: [question('b'), question('a')], deferred: [question('b')] }),
    head: () => ({ title: '问', description: '问', canonical: '/asking' }),
    component: async () => () => null,
  })
  const visited = { url: new URL('http://school.test/asking'), match: { page, params: {} }, session: undefined }
  const prepared = await preparePage(visited, { api: {}, common: {}, env: {}, criticalMs: 1000 } as never)
  expect(prepared.kind).toBe('page')
  expect(asked.toSorted()).toEqual(['a', 'b'])
})
