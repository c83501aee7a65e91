import type { ReactNode } from 'react'
import { type PostSort, withChoice } from '#client/features/forum/forum-address.ts'
import { TabLinks } from '#client/ui/tabs.tsx'

const sorts: readonly [PostSort, string][] = [
  ['active', '最新回复'],
  ['new', '最新发布'],
  ['hot', '回复最多'],
  ['essence', '精华'],
]

/** The orders of a list of posts, each with an address of its own. */
export function SortBar({ path, sort }: { path: string; sort: PostSort }): ReactNode {
  return (
    <TabLinks
      label="排序"
      items={sorts.map(([key, text]) => ({
        text,
        href: withChoice(path, { sort: key === 'active' ? undefined : key }),
        current: key === sort,
      }))}
    />
  )
}
