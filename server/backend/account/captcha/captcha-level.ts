import type { CaptchaLevel } from '#server/backend/context/captcha-drawing.ts'
import type { Database } from '#server/backend/db/database.ts'
import { countRecentChallenges } from './captcha-store.ts'

/** What was given out in so long counts. */
const windowMs = 10 * 60_000
/** From so many challenges on it is level 2, or 3: of the caller's network (an IPv4 /24, an IPv6 /48), and of the whole site. */
export const levelSteps = { network: [60, 240], site: [600, 2400] } as const

function levelOf(count: number, [second, third]: readonly [number, number]): CaptchaLevel {
  if (count >= third) return 3
  return count >= second ? 2 : 1
}

/**
 * How hard the next challenge for an address is: by what its network and the whole site were given lately, whatever became of
 * that. Who fails gets another of the same kind.
 */
export async function captchaLevel(db: Database, ip: string | null, now: number): Promise<CaptchaLevel> {
  const since = new Date(now - windowMs)
  const { network, site } = await countRecentChallenges(db, ip, since, {
    network: levelSteps.network[1],
    site: levelSteps.site[1],
  })
  const levels = [levelOf(network, levelSteps.network), levelOf(site, levelSteps.site)] as const
  return levels[0] > levels[1] ? levels[0] : levels[1]
}
