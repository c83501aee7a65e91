import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { PurgeSender } from '#server/backend/ports/purge/purge-sender.ts'
import type { PageTag } from '#shared/rules/page-tags.ts'

/**
 * Tells the web processes that everything with one of these tags has changed. Inside a transaction it waits for the commit
 * and is dropped with a rollback. soft: the next visitor waits for the new page, and the old one stands in when it can't be
 * made; hard, for what nobody may see any more: it is gone at once.
 */
export type PurgePages = (tags: readonly PageTag[], how?: 'soft' | 'hard') => void

/** Creates the one function by which the backend has pages made anew. */
export function createPurgePages(sender: PurgeSender): PurgePages {
  return (tags, how = 'soft') => {
    const orders = [...new Set(tags)].map((tag) => (how === 'hard' ? { tag, hard: true } : { tag, changed: true }))
    afterCommit(() => {
      for (const order of orders) sender.send(order)
    })
  }
}
