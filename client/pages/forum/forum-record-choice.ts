import { withChoice } from '#client/features/forum/forum-address.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'

const path = '/bbs/record'

/** Which part of the record an address shows; `id` is a decision that stands on top. */
export interface RecordChoice {
  tab: 'decision' | 'report'
  page: number
  id: number | undefined
}

export function readRecordChoice(search: URLSearchParams): RecordChoice {
  const id = /^[1-9]\d{0,14}$/.exec(search.get('id') ?? '')?.[0]
  const tab = search.get('tab') === 'report' ? 'report' : 'decision'
  return { tab, page: readPage(path, search), id: id === undefined || tab === 'report' ? undefined : Number(id) }
}

export function recordHref({ tab, page }: { tab: RecordChoice['tab']; page?: number }): string {
  return withChoice(path, {
    tab: tab === 'report' ? tab : undefined,
    page: page !== undefined && page > 1 ? page : undefined,
  })
}
