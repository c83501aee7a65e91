import type { PlayAddress } from '#shared/contract/play-fields.ts'

/** What the addresses of one film are called: as the school names them, told apart where two have the same name or none. */
export function lineNames({ urlInfoV2 }: PlayAddress): string[] {
  const given = urlInfoV2.map(({ name }, index) => name || `线路 ${index + 1}`)
  return given.map((name, index) => (given.indexOf(name) === index ? name : `${name} ${index + 1}`))
}

/** The line of that name; the first where there is none. */
export function lineOf(address: PlayAddress, name: string): number {
  return Math.max(0, lineNames(address).indexOf(name))
}

/** The same film by the line of that name. */
export function onLine(address: PlayAddress, name: string): PlayAddress {
  const url = address.urlInfoV2[lineOf(address, name)]
  return url ? { ...address, playUrl: url.url } : address
}
