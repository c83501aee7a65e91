import { type Page, type PageAddress, type PageHead, readAddress } from '#client/pages/define-page.ts'
import type { Api } from '#shared/contract/calls.ts'

/** Head of a page that nobody sees without a login: its own title where that needs no data, and nothing for search engines. */
export function gateHead(page: Page, input: PageAddress & { api: Api }, pathname: string): PageHead {
  return { title: titleOf(page, input), description: '登录后才能看到这一页。', canonical: pathname, noindex: true }
}

function titleOf(page: Page, input: PageAddress & { api: Api }): string {
  try {
    return page.head({ ...readAddress(page, input), read: () => undefined }).title
  } catch {
    return '请先登录'
  }
}
