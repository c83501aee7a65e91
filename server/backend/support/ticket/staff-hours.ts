import { movedSince } from '#server/backend/audit/moved-since.ts'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { replaceHours } from '#server/backend/support/hours/hours-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { tagOfAll } from '#shared/rules/page-tags.ts'
import { overlaps, type ServiceDay, type WeekSpan, weekText } from '#shared/rules/service-hours.ts'

type Hours = CallOutput<'GET /api/staff/service/hours'>

/** The hours as they are edited: days from today on. */
export async function showHours(ctx: Pick<CallContext, 'clock' | 'config' | 'db'>): Promise<Hours> {
  const { version, week, days } = await loadServiceHours(ctx)
  const today = shanghaiDay(ctx.clock.now())
  return {
    version,
    text: weekText(week),
    week: week.map(({ weekday, from, to }) => ({ weekday, from, to })),
    days: days
      .filter(({ day }) => day >= today)
      .map((one) => ({
        day: one.day,
        name: one.name,
        from: one.isOpen ? one.from : null,
        to: one.isOpen ? one.to : null,
      })),
  }
}

interface NewHours {
  readonly version: number
  readonly week: readonly WeekSpan[]
  readonly days: readonly { day: string; name: string; from?: number | undefined; to?: number | undefined }[]
}

/** Throws for hours that can't be. */
function readDays({ week, days }: NewHours, today: string): ServiceDay[] {
  if (week.some(({ from, to }) => from >= to)) throw new ApiError(Code.Toast, '每段时间的结束要晚于开始')
  if (overlaps(week)) throw new ApiError(Code.Toast, '同一天的两段时间重叠了')
  if (new Set(days.map(({ day }) => day)).size !== days.length) throw new ApiError(Code.Toast, '同一天写了两次')
  return days.map(({ day, name, from, to }) => {
    if (day < today) throw new ApiError(Code.Toast, `${day} 已经过去，不能再改`)
    if (from === undefined && to === undefined) return { day, name, isOpen: false }
    if (from === undefined || to === undefined || from >= to) throw new ApiError(Code.Toast, `${day} 的时间不完整`)
    return { day, name, isOpen: true, from, to }
  })
}

/** Replaces the week and the days from today on; every page names the new hours at the next look. */
export async function saveHours(ctx: StaffCallContext, input: NewHours): Promise<Hours> {
  const today = shanghaiDay(ctx.clock.now())
  const days = readDays(input, today)
  const before = await showHours(ctx)
  const edit = { version: input.version, week: input.week, days, today }
  if (!(await replaceHours(ctx.db, edit, new Date(ctx.clock.now()))))
    throw await movedSince(ctx.db, { subject: 'service-hours', id: 1, noun: '服务时间' })
  const after = await showHours(ctx)
  await ctx.acts.record(ctx.db, { action: 'hours.save', subject: 'service-hours', subjectId: 1, before, after })
  ctx.purge([tagOfAll('common')])
  return after
}
