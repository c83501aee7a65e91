import { BlockList, isIP } from 'node:net'

/** True when `address` lies in one of `ranges` ('10.0.0.0/8', '2001:db8::/32' or a single address); junk is outside. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    const version = isIP(net)
    if (version === 0) continue
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(prefix), family)
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
