import { isIPv6 } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** How many calls a minute one address may make, by what it asks for. */
const perMinute = { flow: 120, clientError: 30 } as const
export type LimitName = keyof typeof perMinute

export interface AddressLimits {
  /** Counts one call; throws HTTP 429 with code 4004 and Retry-After when the minute is used up. */
  take(name: LimitName, address: string): Promise<void>
}

/** Counts in this process's memory. */
export function createAddressLimits(): AddressLimits {
  const limiters = new Map(
    Object.entries(perMinute).map(([name, points]) => [name, new RateLimiterMemory({ keyPrefix: name, points, duration: 60 })]),
  )
  return {
    async take(name, address) {
      try {
        await limiters.get(name)?.consume(networkOf(address))
      } catch (refusal) {
        const wait = Math.max(1, Math.ceil(((refusal as { msBeforeNext?: number }).msBeforeNext ?? 60_000) / 1000))
        throw new ApiError(Code.Toast, '操作太频繁，请稍后再试', 429, { 'Retry-After': String(wait) })
      }
    },
  }
}

/** An IPv4 address itself; of IPv6 the /64 that one customer has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].slice(0, 4).map((part) => Number.parseInt(part, 16).toString(16)).join(':')
}
