import type { StoredEvent } from './calendar-store.ts'

/** What is on, as it stands now. */
export interface CalendarEntry {
  /** The same for as long as it is the same event, whenever it is held. */
  readonly uid: string
  readonly beginAt: Date
  readonly endAt: Date
  readonly summary: string
  readonly description: string
  readonly url: string | null
  readonly isCancelled: boolean
}

/** What is on from now on; nothing that begins before `until` is missing. */
export interface CalendarList {
  readonly entries: readonly CalendarEntry[]
  readonly until: Date
}

/** Events that were called off stay so long, so that every calendar hears of it. */
export const keptMs = 60 * 86_400_000

export interface NextEvents {
  /** All that the calendar tells, the earliest first. */
  readonly events: readonly StoredEvent[]
  readonly changed: readonly StoredEvent[]
  /** Long over: neither told nor kept any more. */
  readonly gone: readonly string[]
}

const sameWords = (one: StoredEvent, other: CalendarEntry): boolean =>
  one.summary === other.summary && one.description === other.description && one.url === other.url

const sameTime = (one: StoredEvent, other: CalendarEntry): boolean =>
  one.beginAt.getTime() === other.beginAt.getTime() && one.endAt.getTime() === other.endAt.getTime()

function nextOf(before: StoredEvent | undefined, entry: CalendarEntry, now: Date): StoredEvent {
  const { isCancelled, ...words } = entry
  if (!before) return { ...words, sequence: 0, cancelledAt: isCancelled ? now : null, changedAt: now }
  const wasCancelled = before.cancelledAt !== null
  const isMoved = !sameTime(before, entry) || wasCancelled !== isCancelled
  if (!isMoved && sameWords(before, entry)) return before
  return {
    ...words,
    sequence: before.sequence + (isMoved ? 1 : 0),
    cancelledAt: isCancelled ? (before.cancelledAt ?? now) : null,
    changedAt: now,
  }
}

/**
 * What a calendar tells next (RFC 5545 §3.8.7.4): the sequence goes up by one when an event's time or state changes; one that isn't the
 * learner's any more is called off, and told for sixty days. What begins after `until` wasn't looked for.
 */
export function nextEvents(stored: readonly StoredEvent[], { entries, until }: CalendarList, now: Date): NextEvents {
  const before = new Map(stored.map((event) => [event.uid, event]))
  const told = new Map(entries.map((entry) => [entry.uid, entry]))
  const since = now.getTime() - keptMs
  const isOld = ({ cancelledAt, endAt }: StoredEvent): boolean =>
    cancelledAt === null ? endAt.getTime() < since : cancelledAt.getTime() < since
  const next = [...told.values()]
    // one that was called off before the calendar ever heard of it is nothing to it
    .filter(({ uid, isCancelled }) => !isCancelled || before.has(uid))
    .map((entry) => nextOf(before.get(entry.uid), entry, now))
  // what is over isn't called off because nobody lists it any more
  const left = stored
    .filter(({ uid }) => !told.has(uid))
    .map((event) =>
      event.cancelledAt === null && event.endAt > now && event.beginAt < until
        ? { ...event, sequence: event.sequence + 1, cancelledAt: now, changedAt: now }
        : event,
    )
  const all = [...next, ...left]
  return {
    events: all
      .filter((event) => !isOld(event))
      .sort((one, other) => one.beginAt.getTime() - other.beginAt.getTime() || (one.uid < other.uid ? -1 : 1)),
    changed: all.filter((event) => !isOld(event) && before.get(event.uid) !== event),
    gone: all.filter((event) => isOld(event) && before.has(event.uid)).map(({ uid }) => uid),
  }
}
