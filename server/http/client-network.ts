const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const group = /^[\da-f]{1,4}$/i

/** The IPv4 address that an IPv6 one stands for; any other as it is: both are the same client. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address
}

/** The groups of one side of '::', an IPv4 ending as two; undefined when something else stands there. */
function sideOf(text: string): string[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const groups = ipv4.test(last) ? [...parts.slice(0, -1), '0', '0'] : parts
  return groups.every((part) => group.test(part)) ? groups : undefined
}

/** The eight groups of an IPv6 address (RFC 4291 2.2), a zone left out; undefined for anything else. */
function groupsOf(address: string): string[] | undefined {
  const [head = '', tail, more] = (address.split('%', 1)[0] ?? '').split('::')
  const before = sideOf(head)
  const after = sideOf(tail ?? '')
  if (more !== undefined || !before || !after) return undefined
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((part) =>
    Number.parseInt(part, 16).toString(16),
  )
}

/** By what a client is limited: its IPv4 address, or the IPv6 /64 of which one customer has all; any other key as it is. */
export function networkOf(address: string): string {
  const own = plainAddress(address)
  const groups = groupsOf(own)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : own
}

/** What one owner of many addresses has: the /24 of IPv4, the /48 of IPv6; any other key as it is. */
export function wideNetworkOf(address: string): string {
  const own = plainAddress(address)
  if (ipv4.test(own)) return `${own.split('.').slice(0, 3).join('.')}.0/24`
  const groups = groupsOf(own)
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : own
}
