import type { Page } from '#client/pages/define-page.ts'

/** Every page in order of precedence: the first whose path fits an address answers it. */
export const pages: readonly Page[] = []
