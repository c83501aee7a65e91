import type { PlayAddress } from '#shared/contract/play-fields.ts'

/** The address within the answer that opened a player; undefined when there is nothing to play here now. */
export function playAddressOf({
  playUrl,
  urlInfoV2,
  expireTime,
}: Omit<PlayAddress, 'playUrl'> & { playUrl: string | null }): PlayAddress | undefined {
  return playUrl === null ? undefined : { playUrl, urlInfoV2, expireTime }
}
