import type { Database } from '#server/backend/db/database.ts'
import type { ServiceDay, WeekSpan } from '#shared/rules/service-hours.ts'

/** The week as staff have edited it last; undefined when nobody has yet. */
export async function findEditedWeek(db: Database): Promise<{ version: number; week: WeekSpan[] } | undefined> {
  const edit = await db.selectFrom('serviceHoursEdits').select('serviceHoursEdits.version').executeTakeFirst()
  if (!edit) return undefined
  const week = await db
    .selectFrom('serviceHours')
    .select(['serviceHours.weekday', 'serviceHours.fromMinute as from', 'serviceHours.toMinute as to'])
    .orderBy('serviceHours.weekday')
    .orderBy('serviceHours.fromMinute')
    .execute()
  return { version: edit.version, week }
}

/** Closed and make-up days from one day on. */
export async function listServiceDays(db: Database, from: string): Promise<ServiceDay[]> {
  const rows = await db
    .selectFrom('serviceDays')
    .select(['serviceDays.day', 'serviceDays.name', 'serviceDays.fromMinute as from', 'serviceDays.toMinute as to'])
    .where('serviceDays.day', '>=', from)
    .orderBy('serviceDays.day')
    .execute()
  return rows.map(({ day, name, from, to }) =>
    from === null || to === null ? { day, name, isOpen: false } : { day, name, isOpen: true, from, to },
  )
}
