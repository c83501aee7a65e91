/** `Cache-Control` of a shared answer: browsers ask every time, caches between may keep it. */
export function sharedCacheControl(ttl: number, swr: number, sie: number): string {
  const stale = `${swr > 0 ? `, stale-while-revalidate=${swr}` : ''}${sie > 0 ? `, stale-if-error=${sie}` : ''}`
  return `public, max-age=0, s-maxage=${ttl}${stale}, no-transform`
}
