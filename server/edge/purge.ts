/** What is to be forgotten: one key, everything with a tag, or all. Soft by default: the old answer serves once more. */
export interface PurgeOrder {
  readonly key?: string
  readonly tag?: string
  readonly all?: boolean
  /** For take-downs: the answer is gone at once. */
  readonly hard?: boolean
}

/** What purges since a fill began mean for its result. */
export type Verdict = 'fresh' | 'stale' | 'gone'

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
  hard: number
}

/** Creates the purge log. When more than `limit` names are held, all fills under way count as purged. */
export function createPurgeLog(limit: number): PurgeLog {
  const marks = new Map<string, Mark>()
  // Applies to every key; also where forgotten marks go.
  const everything: Mark = { soft: 0, hard: 0 }
  let sequence = 0
  function mark(name: string, hard: boolean): void {
    const found = marks.get(name) ?? { soft: 0, hard: 0 }
    found.soft = sequence
    if (hard) found.hard = sequence
    marks.set(name, found)
  }
  function compact(): void {
    if (marks.size <= limit) return
    everything.soft = sequence
    for (const { hard } of marks.values()) everything.hard = Math.max(everything.hard, hard)
    marks.clear()
  }
  return {
    get sequence() {
      return sequence
    },
    get size() {
      return marks.size
    },
    record({ key, tag, all, hard = false }) {
      sequence += 1
      if (all) {
        everything.soft = sequence
        if (hard) everything.hard = sequence
      }
      if (key !== undefined) mark(`key ${key}`, hard)
      if (tag !== undefined) mark(`tag ${tag}`, hard)
      compact()
    },
    verdict(since, key, tags) {
      let { soft, hard } = everything
      for (const name of [`key ${key}`, ...tags.map((tag) => `tag ${tag}`)]) {
        const found = marks.get(name)
        if (!found) continue
        soft = Math.max(soft, found.soft)
        hard = Math.max(hard, found.hard)
      }
      if (hard > since) return 'gone'
      return soft > since ? 'stale' : 'fresh'
    },
    forget() {
      marks.clear()
    },
  }
}
