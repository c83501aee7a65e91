import { withChoice } from '#client/features/forum/forum-address.ts'
import { readPage } from '#client/pages/forum/forum-choice.ts'

export const ownTabs = ['post', 'reply', 'collection', 'news', 'draft'] as const
export type OwnTab = (typeof ownTabs)[number]

/** Which part of one's own page an address shows; `review`: of the news the decisions. */
export interface OwnChoice {
  tab: OwnTab
  review: boolean
  page: number
}

export function readOwnChoice(path: string, search: URLSearchParams): OwnChoice {
  const tab = ownTabs.find((one) => one === search.get('tab')) ?? 'post'
  return { tab, review: tab === 'news' && search.get('kind') === 'review', page: readPage(path, search) }
}

export function ownHref({ tab, review, page }: OwnChoice): string {
  return withChoice('/bbs/user', {
    tab: tab === 'post' ? undefined : tab,
    kind: review ? 'review' : undefined,
    page: page > 1 ? page : undefined,
  })
}
