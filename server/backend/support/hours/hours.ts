import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { nearDaysText, readWeek, type ServiceHours, weekText } from '#shared/rules/service-hours.ts'
import { findEditedWeek, listServiceDays } from './hours-store.ts'

type HoursContext = Pick<BackendContext, 'clock' | 'config' | 'db'>

/** Days are looked at from so long ago on: what was asked then may still be due. */
const behindMs = 60 * dayMs

/** The hours as they stand now, with their version: the setting's week until staff have edited it (version 0). */
export async function loadServiceHours({
  clock,
  config,
  db,
}: HoursContext): Promise<ServiceHours & { version: number }> {
  const edited = await findEditedWeek(db)
  const days = await listServiceDays(db, shanghaiDay(clock.now() - behindMs))
  return { version: edited?.version ?? 0, week: edited?.week ?? readWeek(config.brand.serviceHours) ?? [], days }
}

/** Closed and make-up days of the next seven days, as they stand under the hours; '' when there are none. */
export async function nearServiceDays(ctx: HoursContext): Promise<string> {
  return nearDaysText((await loadServiceHours(ctx)).days, shanghaiDay(ctx.clock.now()))
}

/** The line that names the hours, as the footer and all texts have it. */
export async function serviceHoursText(ctx: HoursContext): Promise<string> {
  return weekText((await loadServiceHours(ctx)).week)
}
