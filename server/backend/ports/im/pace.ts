/** How often somebody may do something: so many at once, then so many a second. */
export interface PaceRule {
  readonly atOnce: number
  readonly perSecond: number
}

/** Tells everybody how long to wait before their turn, so that nobody goes faster than the rule. */
export interface Pace<K> {
  /** Takes a turn; `now` in milliseconds never goes back. Answers how long it must wait. */
  waitMs(who: K, now: number): number
}

/** More people than this are looked through for those whose time has passed. */
const manyPeople = 1000

export function createPace<K>({ atOnce, perSecond }: PaceRule): Pace<K> {
  const stepMs = 1000 / perSecond
  /** Up to when everybody's turns are taken. */
  const taken = new Map<K, number>()
  return {
    waitMs(who, now) {
      if (taken.size > manyPeople) for (const [one, until] of taken) if (until <= now) taken.delete(one)
      const until = Math.max(taken.get(who) ?? now, now) + stepMs
      taken.set(who, until)
      return Math.max(0, until - now - atOnce * stepMs)
    },
  }
}
