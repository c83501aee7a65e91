/** The name this cache gives itself in `Cache-Status` (RFC 9211). */
export const cacheName = 'xueyuan'

/**
 * What is said of an answer that the cache had no part in: `method` when its method never comes from a cache, else `bypass`, because
 * the cache isn't set up for such addresses or such visitors.
 */
export function passedStatus(method: string | undefined): string {
  return `${cacheName}; fwd=${method === undefined || method === 'GET' || method === 'HEAD' ? 'bypass' : 'method'}`
}
