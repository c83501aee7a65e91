import { LiveStatus } from '#shared/contract/enums.ts'

/** The status of a class that runs from `begin` to `end` (epoch ms, half open) at `now`. */
export function liveStatusAt(begin: number, end: number, now: number): LiveStatus {
  if (now < begin) return LiveStatus.notStarted
  return now < end ? LiveStatus.live : LiveStatus.ended
}
