import { integer, setting, type Values } from './setting.ts'

export const cacheSettings = {
  CACHE_MAX_BYTES: setting(integer(64 * 1024 * 1024, 1024 * 1024, 64 * 1024 * 1024 * 1024), 'memory for stored pages'),
  CACHE_TTL_FACTOR: setting(integer(100, 0, 1000), "per cent of the pages' own times; 0 keeps nothing fresh"),
  PAGE_WAIT_FACTOR: setting(
    integer(100, 10, 2000),
    'per cent of the times that a page waits for its data (10–2000): more where services are slow',
  ),
  CACHE_NOT_FOUND_SECONDS: setting(integer(10, 0, 10), 'how long a 404 is kept, at most 10'),
  SHARE_PICTURES_MAX_BYTES: setting(
    integer(256 * 1024 * 1024, 1024 * 1024, 64 * 1024 * 1024 * 1024),
    'disk for drawn pictures for sharing, in `share-pictures` of the data folder',
  ),
  WARM_UP_PAGES: setting(integer(40, 0, 5000), "pages made after the start, in the sitemap's order"),
}

/** The store of pages. */
export interface CacheConfig {
  readonly maxBytes: number
  readonly ttlFactor: number
  readonly notFoundSeconds: number
  readonly warmUpPages: number
}

export function readCacheConfig(raw: Values<typeof cacheSettings>): CacheConfig {
  return {
    maxBytes: raw.CACHE_MAX_BYTES,
    ttlFactor: raw.CACHE_TTL_FACTOR / 100,
    notFoundSeconds: raw.CACHE_NOT_FOUND_SECONDS,
    warmUpPages: raw.WARM_UP_PAGES,
  }
}
