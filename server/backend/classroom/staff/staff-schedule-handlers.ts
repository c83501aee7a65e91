import type { Handlers } from '#server/backend/http/binding.ts'
import type { Database } from '#server/backend/db/database.ts'
import {
  deleteNaming,
  findSchedule,
  holdsOneOf,
  isActiveAccount,
  listNamed,
  saveNaming,
  type ScheduleRow,
} from '#server/backend/classroom/room/schedule-staff-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { staffRoleNames } from '#shared/contract/staff-rights.ts'
import {
  rolesOfScheduleRole,
  type ScheduleRole,
  type ScheduleStaff,
  scheduleRoleNames,
  type staffScheduleApi,
} from '#shared/contract/staff-schedule.ts'
import { refuseOneself } from '#server/backend/audit/staff-call.ts'

async function getSchedule(db: Database, scheduleId: number): Promise<ScheduleRow> {
  const schedule = await findSchedule(db, scheduleId)
  if (!schedule) throw new ApiError(Code.NotFound, '没有找到这个班级')
  return schedule
}

async function show(db: Database, scheduleId: number, schedule: ScheduleRow): Promise<ScheduleStaff> {
  const people = await listNamed(db, scheduleId)
  return {
    scheduleId,
    ...schedule,
    people: people.map(({ namedAt, ...person }) => ({ ...person, namedTime: namedAt.getTime() })),
  }
}

/** A naming that could never count would look like one that does. */
async function checkHoldsRole(db: Database, userId: number, role: ScheduleRole): Promise<void> {
  if (!(await isActiveAccount(db, userId))) throw new ApiError(Code.NotFound, '没有找到这个账号')
  const needed = rolesOfScheduleRole[role]
  if (await holdsOneOf(db, userId, needed)) return
  const names = needed.map((one) => staffRoleNames[one]).join('或')
  throw new ApiError(Code.Toast, `这个账号没有${names}角色，不能担任${scheduleRoleNames[role]}`)
}

/** Who belongs to a class. */
export const staffScheduleHandlers: Handlers<typeof staffScheduleApi> = {
  async staff(ctx, { scheduleId }) {
    return show(ctx.db, scheduleId, await getSchedule(ctx.db, scheduleId))
  },

  async nameStaff(ctx, { scheduleId, userId, role }, session) {
    const schedule = await getSchedule(ctx.db, scheduleId)
    refuseOneself(session, userId, '把自己加入或移出班级')
    if (role !== null) await checkHoldsRole(ctx.db, userId, role)
    const before = (await listNamed(ctx.db, scheduleId)).find((person) => person.userId === userId)?.role ?? null
    const isChanged =
      role === null
        ? await deleteNaming(ctx.db, scheduleId, userId)
        : await saveNaming(ctx.db, { scheduleId, userId, role, namedBy: session.userId }, new Date(ctx.clock.now()))
    if (isChanged) {
      await ctx.acts.record(ctx.db, {
        action: 'schedule.staff',
        subject: 'schedule',
        subjectId: scheduleId,
        detail: { userId, role },
        before: { role: before },
      })
    } else ctx.acts.unchanged()
    return show(ctx.db, scheduleId, schedule)
  },
}
