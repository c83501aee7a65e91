import { LRUCache } from 'lru-cache'
import type { PurgeOrder } from '#server/process/purge-messages.ts'

/** What a page may do with answers that are the same for everybody: as much as with a copy of itself. */
export interface KeepRule {
  /** Milliseconds from asking. */
  readonly forMs: number
  /** Tags of the page: a purge of one of them ends what was asked before it. */
  readonly tags: readonly string[]
}

/** When a question went out: on the clock, and between which purges. */
export interface Moment {
  readonly at: number
  readonly sequence: number
}

interface Kept extends Moment {
  readonly body: unknown
}

/** Answers to questions that carry nothing of anybody, for a while. */
export interface KeptAnswers {
  now(): Moment
  /** An answer that this page may show; wrapped, since a body may be anything. */
  get(question: string, rule: KeepRule): { readonly body: unknown } | undefined
  /** Keeps what was asked at `asked`; only answers, never failures. */
  put(question: string, body: unknown, asked: Moment): void
  /** Soft or hard: whoever asks from now on for a page with this tag gets what was asked after it. */
  purge(order: PurgeOrder): void
  readonly size: number
}

const mostAnswers = 1000
const mostCharacters = 8 * 1024 * 1024
const mostTags = 1000

/** Creates the store: 1,000 answers and 8 Mi characters at most. `elapsed`: milliseconds of a clock that nobody sets. */
export function createKeptAnswers(elapsed: () => number): KeptAnswers {
  const kept = new LRUCache<string, Kept & { readonly length: number }>({
    max: mostAnswers,
    maxSize: mostCharacters,
    sizeCalculation: ({ length }) => length,
  })
  /** The number of the last purge of each tag. */
  const purged = new Map<string, number>()
  let sequence = 0
  /** What was asked before this purge is over for every page. */
  let everything = 0

  function forgetAll(): void {
    kept.clear()
    purged.clear()
    everything = sequence
  }

  return {
    now: () => ({ at: elapsed(), sequence }),
    get(question, { forMs, tags }) {
      const found = kept.get(question)
      if (!found || found.sequence < everything || elapsed() - found.at >= forMs) return undefined
      return tags.some((tag) => (purged.get(tag) ?? 0) > found.sequence) ? undefined : found
    },
    put(question, body, asked) {
      const held = kept.peek(question)
      // Asked before all was forgotten, or before what lies here.
      if (asked.sequence < everything || (held && (held.sequence > asked.sequence || held.at > asked.at))) return
      kept.set(question, { body, ...asked, length: question.length + (JSON.stringify(body)?.length ?? 0) + 1 })
    },
    purge(order) {
      sequence += 1
      // A page's key names no tags; operators purge by it, seldom.
      if (order.all || order.key !== undefined || purged.size >= mostTags) forgetAll()
      if (order.tag !== undefined) purged.set(order.tag, sequence)
    },
    get size() {
      return kept.size
    },
  }
}
