import { readFile, stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '#server/http/single-flight.ts'

/** Parsed text files, read again when they have changed. */
export interface TextCache<T> {
  /** At once when it was looked at lately; undefined when there is no such file, or none that can be read. */
  read(path: string): T | undefined | Promise<T | undefined>
}

export interface TextCacheOptions<T> {
  readonly parse: (text: string) => T | undefined
  /** All texts together may be so long. */
  readonly maxBytes: number
  readonly clock: () => number
}

interface Held<T> {
  readonly value: T
  readonly version: string
  readonly bytes: number
  checkedAt: number
}

/** A file isn't looked at again for so long. */
const freshMs = 250
/** What is longer is no playlist. */
const longestFile = 4 * 1024 * 1024
const missing: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'])

/** Creates one; requests for the same file share one reading. */
export function createTextCache<T>({ parse, maxBytes, clock }: TextCacheOptions<T>): TextCache<T> {
  const held = new LRUCache<string, Held<T>>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  const onceRead = createSingleFlight<T | undefined>()

  async function look(path: string): Promise<T | undefined> {
    try {
      const { mtimeMs, size, ino } = await stat(path)
      const version = `${mtimeMs}/${size}/${ino}`
      const old = held.get(path)
      if (old?.version === version) {
        old.checkedAt = clock()
        return old.value
      }
      const value = size > longestFile ? undefined : parse(await readFile(path, 'utf8'))
      if (value === undefined) held.delete(path)
      else held.set(path, { value, version, bytes: size + path.length + 1, checkedAt: clock() })
      return value
    } catch (error) {
      held.delete(path)
      if (missing.has((error as NodeJS.ErrnoException).code)) return undefined
      throw error
    }
  }

  return {
    read(path) {
      const now = clock()
      const known = held.get(path)
      // the distance in both directions: a clock may be set back
      if (known && Math.abs(now - known.checkedAt) < freshMs) return known.value
      return onceRead(path, () => look(path))
    },
  }
}
