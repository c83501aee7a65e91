import { LRUCache } from 'lru-cache'
import { emptyHeads, type Heads } from './headers.ts'
import { bytesHeld, type Packed } from './pack.ts'

/** One answer that may be shared, with the times that bound its use (all in milliseconds of the edge's `elapsed`, which nobody sets). */
export interface Entry {
  readonly key: string
  readonly route: string
  readonly status: 200 | 404 | 410
  readonly tags: readonly string[]
  readonly storedAt: number
  /** Number of the last purge that its fill knew of; a later fill is never replaced by an earlier one. */
  readonly sequence: number
  readonly swr: number
  freshUntil: number
  staleUntil: number
  errorUntil: number
  /** After a failed refresh: no new try before. */
  retryAt: number
  /** Undefined once the entry has left the store: slots that still point to it hold no bytes. */
  packed: Packed | undefined
  readonly cacheControl: string
  /** Headers of the page itself (Link and the like), flat. */
  readonly pageHeaders: readonly string[]
  heads: Heads
}

/** The bounded store of entries. 404 and 410 answers have a small space of their own. */
export interface Store {
  get(key: string): Entry | undefined
  set(entry: Entry): void
  /** Says that an entry is still in use; hits do it once a second. */
  touch(entry: Entry): void
  remove(key: string): void
  tagged(tag: string): Iterable<Entry>
  all(): Generator<Entry>
  sizes(): { pages: number; bytes: number; notFound: number; tags: number }
}

// What an entry costs beside its bytes: the object, its heads, its places in the maps. 500 measured for one never hit.
const overhead = 2000

function bytesOfEntry(entry: Entry): number {
  const packed = entry.packed
  return overhead + entry.key.length * 2 + entry.tags.length * 160 + (packed ? bytesHeld(packed) : 0)
}

/** Creates the store; `maxBytes` bounds the pages, `maxNotFound` the number of 404 and 410 answers. */
export function createStore(maxBytes: number, maxNotFound: number): Store {
  const byTag = new Map<string, Set<Entry>>()
  function release(entry: Entry): void {
    entry.packed = undefined
    entry.heads = emptyHeads(Number.NaN)
    for (const tag of entry.tags) {
      const entries = byTag.get(tag)
      if (entries?.delete(entry) && entries.size === 0) byTag.delete(tag)
    }
  }
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: bytesOfEntry, dispose: release })
  const notFound = new LRUCache<string, Entry>({ max: maxNotFound, dispose: release })
  return {
    get: (key) => pages.get(key) ?? notFound.get(key),
    set(entry) {
      const [home, other] = entry.status === 200 ? [pages, notFound] : [notFound, pages]
      other.delete(entry.key)
      home.set(entry.key, entry)
      // Larger than the whole store: it was not taken.
      if (home.peek(entry.key) !== entry) return
      for (const tag of entry.tags) {
        const entries = byTag.get(tag)
        if (entries) entries.add(entry)
        else byTag.set(tag, new Set([entry]))
      }
    },
    touch(entry) {
      if (entry.status === 200) pages.get(entry.key)
      else notFound.get(entry.key)
    },
    remove(key) {
      pages.delete(key)
      notFound.delete(key)
    },
    tagged: (tag) => byTag.get(tag) ?? [],
    *all() {
      yield* pages.values()
      yield* notFound.values()
    },
    sizes: () => ({ pages: pages.size, bytes: pages.calculatedSize, notFound: notFound.size, tags: byTag.size }),
  }
}
