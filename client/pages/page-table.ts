import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'

/** What deciding about an address needs of a page; the rest comes with the page's own script. */
export interface PageEntry extends Pick<Page, 'id' | 'path' | 'where' | 'layout' | 'access' | 'isAuthPage'> {
  load: () => Promise<Page>
}

/**
 * The page list as the browser has it. NOTE: the client's build writes this module anew, with `load` importing the
 * declaration and the screen, so that no page's data or head are in the first load of another.
 */
export const pageTable: readonly PageEntry[] = pages.map(({ id, path, where, layout, access, isAuthPage, ...rest }) => {
  const page = { id, path, where, layout, access, isAuthPage, ...rest }
  return { id, path, where, layout, access, isAuthPage, load: async () => page }
})
