import type { PurgePages } from '#server/backend/context/purge-pages.ts'
import type { PageTag } from '#shared/rules/page-tags.ts'

const calmMs = 1000

/** What has come for a post's pages since they were purged last, a process. */
const waiting = new WeakMap<PurgePages, Map<PageTag, Set<PageTag>>>()

/**
 * Has pages made anew, but those of one post (the first of `tags`) once a second at most: fifty answers or likes in a second are made into
 * one page, not fifty. The first is told at once; what a process that ends hadn't told is seen when the page is too old by itself.
 */
export function purgeCalmly(purge: PurgePages, tags: readonly [PageTag, ...PageTag[]]): void {
  const [post] = tags
  const posts = waiting.get(purge) ?? new Map<PageTag, Set<PageTag>>()
  waiting.set(purge, posts)
  const late = posts.get(post)
  if (late) {
    for (const tag of tags) late.add(tag)
    return
  }
  posts.set(post, new Set())
  purge(tags)
  setTimeout(() => {
    const [first, ...rest] = posts.get(post) ?? []
    posts.delete(post)
    if (first !== undefined) purgeCalmly(purge, [first, ...rest])
  }, calmMs).unref()
}
