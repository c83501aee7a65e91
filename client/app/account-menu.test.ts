import { expect, it } from 'vitest'
import { userMenu, userMenuEntries } from '#client/features/user-centre/user-menu.ts'
import { pages } from '#client/pages/index.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'

const matchPage = createPageMatcher(pages)

it('A user centre entry is in the menu once built', () => {
  const shown = userMenu({ isAdmin: false, adminUrl: null }).map(({ href }) => href.split('?')[0])
  const built = userMenuEntries.filter(({ path, hidden }) => !hidden && matchPage(path)).map(({ path }) => path)
  expect(shown).toEqual(built)
})
