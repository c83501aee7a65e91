import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { emptyView } from '#client/pages/page-view.ts'
import { type PreparedPage, toPageState } from './prepare-page.ts'

/** A page for which these queries were answered, in this order. */
function pageOf(answers: readonly (readonly [string, unknown])[]): PreparedPage {
  const queryClient = new QueryClient()
  for (const [name, data] of answers) queryClient.setQueryData([name, {}], data)
  const view = emptyView({ id: 'home', layout: 'base' }, { pathname: '/', search: '' }, {})
  return { kind: 'page', view, queryClient, late: [], app: {} } as unknown as PreparedPage
}

test('a page has the same bytes in whatever order its answers came, and however often one came', () => {
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
