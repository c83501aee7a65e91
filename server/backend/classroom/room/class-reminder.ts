import type { Database } from '#server/backend/db/database.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { classReminderApi } from '#shared/contract/class-reminder.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { roomEarlyMs } from '#shared/rules/room-url.ts'
import { visitLesson } from './lesson-visit.ts'
import type { LessonRow } from './room-store.ts'
import { listReminded, insertReminder, deleteReminder } from './class-reminder-store.ts'

type Remindable = LessonRow & { readonly schedulePeriodId: number; readonly beginAt: Date }

/** Whether one can still be reminded of a class, and needs to: who is enrolled in one that isn't free is reminded anyway. */
export function isRemindable(lesson: LessonRow, now: Date): lesson is Remindable {
  return (
    lesson.isFreeStudy &&
    lesson.schedulePeriodId !== null &&
    lesson.beginAt !== null &&
    lesson.beginAt.getTime() - roomEarlyMs > now.getTime()
  )
}

/** Whether somebody is to be reminded of a class; null when they can't be. */
export async function findReminder(
  db: Database,
  lesson: LessonRow,
  userId: number,
  now: Date,
): Promise<boolean | null> {
  if (!isRemindable(lesson, now)) return null
  return gathered(db, `reminders of ${lesson.schedulePeriodId}`, userId, async (userIds) => {
    const rows = await listReminded(db, lesson.schedulePeriodId, userIds)
    const asked = new Set(rows.map((row) => row.userId))
    return userIds.map((id) => asked.has(id))
  })
}

const refuse = (message: string): ApiError => new ApiError(Code.Toast, message)

/** Asking to be reminded of a class, and taking it back. */
export const classReminderHandlers: Handlers<typeof classReminderApi> = {
  async set(ctx, { on, ...asked }, session) {
    const now = new Date(ctx.clock.now())
    const visit = await visitLesson(ctx, asked, session)
    if (!visit) throw new ApiError(Code.NotFound, '没有找到这节课')
    const { lesson, access, isIn } = visit
    if (!isIn) throw refuse(access.message || '进入教室后再操作')
    if (!isRemindable(lesson, now)) throw refuse('这节课快要开始了，不用再提醒')
    const { schedulePeriodId } = lesson
    if (on) await insertReminder(ctx.db, schedulePeriodId, session.userId, now)
    else await deleteReminder(ctx.db, schedulePeriodId, session.userId)
    return { isOn: on }
  },
}
