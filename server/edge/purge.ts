import type { PurgeOrder } from '#server/process/purge-messages.ts'

/** What purges since a fill began mean for its result; changed: it is only to stand in for a failure. */
export type Verdict = 'fresh' | 'stale' | 'changed' | 'gone'

/** Remembers purges while fills run that began before them. */
export interface PurgeLog {
  /** Number of the latest purge. */
  readonly sequence: number
  record(order: PurgeOrder): void
  verdict(since: number, key: string, tags: readonly string[]): Verdict
  /** Forgets all: nothing that began earlier is under way. */
  forget(): void
  readonly size: number
}

interface Mark {
  soft: number
  changed: number
  hard: number
}

/** Creates the purge log. When more than `limit` names are held, all fills under way count as purged. */
export function createPurgeLog(limit: number): PurgeLog {
  const marks = new Map<string, Mark>()
  // Applies to every key; also where forgotten marks go.
  const everything: Mark = { soft: 0, changed: 0, hard: 0 }
  let sequence = 0
  function mark(found: Mark, { changed = false, hard = false }: PurgeOrder): Mark {
    found.soft = sequence
    if (changed) found.changed = sequence
    if (hard) found.hard = sequence
    return found
  }
  function markNamed(name: string, order: PurgeOrder): void {
    marks.set(name, mark(marks.get(name) ?? { soft: 0, changed: 0, hard: 0 }, order))
  }
  function compact(): void {
    if (marks.size <= limit) return
    everything.soft = sequence
    for (const { changed, hard } of marks.values()) {
      everything.changed = Math.max(everything.changed, changed)
      everything.hard = Math.max(everything.hard, hard)
    }
    marks.clear()
  }
  return {
    get sequence() {
      return sequence
    },
    get size() {
      return marks.size
    },
    record(order) {
      sequence += 1
      if (order.all) mark(everything, order)
      if (order.key !== undefined) markNamed(`key ${order.key}`, order)
      if (order.tag !== undefined) markNamed(`tag ${order.tag}`, order)
      compact()
    },
    verdict(since, key, tags) {
      let { soft, changed, hard } = everything
      for (const name of [`key ${key}`, ...tags.map((tag) => `tag ${tag}`)]) {
        const found = marks.get(name)
        if (!found) continue
        soft = Math.max(soft, found.soft)
        changed = Math.max(changed, found.changed)
        hard = Math.max(hard, found.hard)
      }
      if (hard > since) return 'gone'
      if (changed > since) return 'changed'
      return soft > since ? 'stale' : 'fresh'
    },
    forget() {
      marks.clear()
    },
  }
}
