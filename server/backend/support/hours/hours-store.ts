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

/** Notes the days as pages name them; false when they did already, or nobody has ever edited the hours. */
export async function noteShownDays(trx: Database, shown: string): Promise<boolean> {
  const row = await trx
    .updateTable('serviceHoursEdits')
    .set({ shown })
    .where('serviceHoursEdits.shown', '!=', shown)
    .returning('serviceHoursEdits.version')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the week and the days from `today` on; false when somebody has edited them since `version` was read. */
export async function replaceHours(
  trx: Database,
  {
    version,
    week,
    days,
    today,
  }: { version: number; week: readonly WeekSpan[]; days: readonly ServiceDay[]; today: string },
  now: Date,
): Promise<boolean> {
  const edited =
    version === 0
      ? await trx
          .insertInto('serviceHoursEdits')
          .values({ version: 1, updatedAt: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('serviceHoursEdits.version')
          .executeTakeFirst()
      : await trx
          .updateTable('serviceHoursEdits')
          .set({ version: version + 1, updatedAt: now })
          .where('serviceHoursEdits.version', '=', version)
          .returning('serviceHoursEdits.version')
          .executeTakeFirst()
  if (!edited) return false
  await trx.deleteFrom('serviceHours').execute()
  for (const { weekday, from, to } of week)
    await trx.insertInto('serviceHours').values({ weekday, fromMinute: from, toMinute: to }).execute()
  await trx.deleteFrom('serviceDays').where('serviceDays.day', '>=', today).execute()
  for (const { day, name, ...one } of days) {
    const hours = one.isOpen ? { fromMinute: one.from, toMinute: one.to } : { fromMinute: null, toMinute: null }
    await trx
      .insertInto('serviceDays')
      .values({ day, name, isOpen: one.isOpen, ...hours })
      .execute()
  }
  return true
}
