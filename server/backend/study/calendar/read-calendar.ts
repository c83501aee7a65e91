import { createHash } from 'node:crypto'
import { hashToken } from '#server/backend/base/secret.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { listCalendarEntries } from './calendar-entry-store.ts'
import { findFeedByHash, listStoredEvents, lockFeed, noteFetch, saveEvents } from './calendar-store.ts'
import { calendarText } from './calendar-text.ts'
import { nextEvents } from './next-events.ts'

/** A calendar as it was told. */
export interface CalendarFile {
  readonly text: string
  /** Strong, in quotes. */
  readonly etag: string
}

type ReadingContext = Pick<BackendContext, 'background' | 'clock' | 'config' | 'db' | 'tx'>

/** A calendar that was just made is told again for so long: programs ask hourly, and many of them come at the full hour. */
const keptMs = 60_000
const mostKept = 500
const mostKeptBytes = 32 * 1024 * 1024
/** When it was fetched is written down so often at most. */
const notedMs = 60_000

interface Kept {
  readonly file: CalendarFile
  readonly madeAt: number
}

async function makeFile({ clock, config, tx }: ReadingContext, userId: number): Promise<CalendarFile | undefined> {
  const now = new Date(clock.now())
  const events = await tx(async (trx) => {
    if (!(await lockFeed(trx, userId))) return undefined
    const next = nextEvents(await listStoredEvents(trx, userId), await listCalendarEntries(trx, userId, now), now)
    await saveEvents(trx, userId, next)
    return next.events
  })
  if (!events) return undefined
  const text = calendarText(events, { name: `${config.brand.name}课表`, origin: config.origin })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

export interface Calendars {
  /** What a secret opens; undefined: nothing. `by`: the program that asks, as it calls itself. */
  read(secret: string, by: string): Promise<CalendarFile | undefined>
}

/** The calendars of learners, as programs fetch them. Whether an address still opens is looked up each time. */
export function createCalendars(ctx: ReadingContext): Calendars {
  // by the hash of the secret: another secret of the same learner begins anew
  const kept = new Map<string, Kept>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.file.text.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, file: CalendarFile, madeAt: number): void {
    drop(key)
    kept.set(key, { file, madeAt })
    bytes += file.text.length
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept && bytes <= mostKeptBytes) return
      drop(oldest)
    }
  }

  return {
    async read(secret, by) {
      const hash = hashToken(secret)
      const key = hash.toString('base64')
      const feed = await findFeedByHash(ctx.db, hash)
      if (!feed) {
        drop(key)
        return undefined
      }
      const now = ctx.clock.now()
      if (feed.fetchedAt === null || now - feed.fetchedAt.getTime() >= notedMs)
        ctx.background.later('calendar fetched', () => noteFetch(ctx.db, feed.userId, new Date(now), by))
      const before = kept.get(key)
      if (before && now >= before.madeAt && now - before.madeAt < keptMs) return before.file
      const file = await makeFile(ctx, feed.userId)
      if (file) keep(key, file, now)
      return file
    },
  }
}
