import { ICalCalendar, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { StoredEvent } from './calendar-store.ts'

/** Calendars that ask by themselves are told to come again after so long. */
const refreshSeconds = 3600

/**
 * A calendar as text (RFC 5545): times in UTC, lines folded by bytes. The stamp of an event is when it changed last, so that the same events
 * are the same bytes, whenever they are asked for.
 */
export function calendarText(
  events: readonly StoredEvent[],
  { name, origin }: { name: string; origin: string },
): string {
  const calendar = new ICalCalendar({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'xueyuan', product: 'timetable', language: 'ZH' },
    ttl: refreshSeconds,
  })
  const { host } = new URL(origin)
  for (const { uid, sequence, beginAt, endAt, summary, description, url, cancelledAt, changedAt } of events)
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence,
      start: beginAt,
      end: endAt,
      stamp: changedAt,
      lastModified: changedAt,
      summary,
      description,
      ...(url === null ? {} : { url: `${origin}${url}` }),
      status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
      transparency: cancelledAt === null ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
  return calendar.toString()
}
