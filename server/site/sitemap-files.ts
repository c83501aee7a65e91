import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createFillQueue } from '#server/edge/fill-queue.ts'
import { createSingleFlight } from '#server/http/single-flight.ts'
import type { SitemapFile, Sitemaps } from './sitemap.ts'

/** Files of the sitemap as gzip, made once for all who ask within five minutes. */
export interface SitemapFiles {
  /** `name` of a part, or undefined for the index; undefined when there is no such part. Rejects when it can't be read. */
  read(name?: string): Promise<Buffer | undefined>
}

const keptMs = 300_000
/** Kept files together; one of 50,000 addresses has about 400 KB. */
const mostBytes = 16 * 1024 * 1024
/** A file is tens of thousands of rows: so many are made at once, the others wait. */
const queueOptions = { atOnce: 1, yieldMs: 5000, most: 2 } as const

async function pack({ source, format }: SitemapFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  await pipeline(source, format, createGzip({ level: 6 }), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** Keeps what `sitemaps` makes; `elapsed` tells milliseconds of a clock that nobody sets. */
export function createSitemapFiles(sitemaps: Sitemaps, elapsed: () => number): SitemapFiles {
  const queue = createFillQueue(queueOptions)
  const kept = new LRUCache<string, { readonly bytes: Buffer; readonly until: number }>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const onceMade = createSingleFlight<Buffer | undefined>()

  async function make(name: string | undefined): Promise<Buffer | undefined> {
    const place = await queue.enter()
    try {
      const file = name === undefined ? await sitemaps.index() : await sitemaps.ofPart(name)
      if (!file) return undefined
      const bytes = await pack(file)
      kept.set(name ?? '', { bytes, until: elapsed() + keptMs })
      return bytes
    } finally {
      place.leave()
    }
  }

  return {
    async read(name) {
      if (name !== undefined && !(await sitemaps.has(name))) return undefined
      const key = name ?? ''
      const known = kept.get(key)
      if (known && elapsed() < known.until) return known.bytes
      return onceMade(key, () => make(name))
    },
  }
}
