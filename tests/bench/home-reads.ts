import { emptyCommonData } from '#client/features/common/common-data.ts'
import { home } from '#client/pages/home/home.page.ts'
import type { Api } from '#shared/contract/calls.ts'

/** One read of the home page as it goes to the backend. */
export interface HomeRead {
  readonly route: string
  readonly input: unknown
}

/** What the page's own declaration asks for, in its order. */
export function homeReads(): HomeRead[] {
  const api: Api = { call: () => Promise.reject(new Error('Nobody asks here.')) }
  const {
    critical,
    wanted = [],
    deferred = [],
  } = home.data({ api, params: {}, search: new URLSearchParams(), common: emptyCommonData('', ''), choice: undefined })
  return [...critical, ...wanted, ...deferred].map(({ queryKey: [route, input] }) => ({ route: String(route), input }))
}
