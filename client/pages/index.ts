import { agreement } from '#client/pages/agreement/agreement.page.ts'
import type { Page } from '#client/pages/define-page.ts'
import { search } from '#client/pages/search/search.page.ts'

/** Every page in order of precedence: the first whose path fits an address answers it. */
export const pages: readonly Page[] = [
  search,
  agreement,
]
