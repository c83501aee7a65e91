/** How often somebody may do something: so many at once, then so many a second. */
export interface PaceRule {
  readonly atOnce: number
  readonly perSecond: number
}

/** Tells everybody how long to wait before their turn, so that nobody goes faster than the rule. */
export interface Pace<K> {
  /** Takes a turn; `now` in milliseconds never goes back. Answers how long it must wait. */
  waitMs(who: K, now: number): number
  /** Takes a turn if it is due; false, and nothing is taken, else. Of a clock that was set back nobody waits longer than for all turns at once. */
  take(who: K, now: number): boolean
}

/** More people than this are looked through for those whose time has passed. */
const manyPeople = 1000

export function createPace<K>({ atOnce, perSecond }: PaceRule): Pace<K> {
  const stepMs = 1000 / perSecond
  /** Up to when everybody's turns are taken. */
  const taken = new Map<K, number>()
  const forget = (now: number): void => {
    if (taken.size > manyPeople) for (const [one, until] of taken) if (until <= now) taken.delete(one)
  }
  return {
    take(who, now) {
      forget(now)
      const until = Math.min(Math.max(taken.get(who) ?? now, now), now + atOnce * stepMs)
      const isDue = until + stepMs <= now + atOnce * stepMs
      taken.set(who, isDue ? until + stepMs : until)
      return isDue
    },
    waitMs(who, now) {
      forget(now)
      const until = Math.max(taken.get(who) ?? now, now) + stepMs
      taken.set(who, until)
      return Math.max(0, until - now - atOnce * stepMs)
    },
  }
}
