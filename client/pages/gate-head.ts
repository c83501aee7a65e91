import type { Page, PageHead, PageInput } from '#client/pages/define-page.ts'

/** Head of a page that nobody sees without a login: its own title where that needs no data, and nothing for search engines. */
export function gateHead(page: Page, input: PageInput, pathname: string): PageHead {
  return { title: titleOf(page, input), description: '登录后才能看到这一页。', canonical: pathname, noindex: true }
}

function titleOf(page: Page, input: PageInput): string {
  try {
    return page.head({ ...input, read: () => undefined }).title
  } catch {
    return '请先登录'
  }
}
