import type { ReactNode } from 'react'
import { filterItems } from '#client/features/common/list-filters.ts'
import { type PostSort, withChoice } from '#client/features/forum/forum-address.ts'
import { forumFilters } from '#client/features/forum/forum-filters.ts'
import { TabLinks } from '#client/ui/tabs.tsx'

/** The orders of a list of posts, each with an address of its own. */
export function SortBar({ path, sort }: { path: string; sort: PostSort }): ReactNode {
  return (
    <TabLinks
      label={forumFilters.sort.label}
      items={filterItems(forumFilters, 'sort', { sort: sort === 'active' ? undefined : sort }, (change) =>
        withChoice(path, change),
      )}
    />
  )
}
