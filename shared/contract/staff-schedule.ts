import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { Id, NullableText, Text, Time } from '#shared/contract/fields.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'

/** What somebody of the staff is to one class. */
export const scheduleRoles = ['teacher', 'assistant', 'headMaster'] as const
export type ScheduleRole = (typeof scheduleRoles)[number]

/** The roles of an account one of which a class's staff must hold, when they are named and whenever they act. */
export const rolesOfScheduleRole: Readonly<Record<ScheduleRole, readonly StaffRole[]>> = {
  teacher: ['teacher', 'instructor'],
  assistant: ['follow'],
  headMaster: ['headMaster'],
}

/** What these are called in answers. */
export const scheduleRoleNames: Readonly<Record<ScheduleRole, string>> = {
  teacher: '任课老师',
  assistant: '助教',
  headMaster: '班主任',
}

const ScheduleStaff = z.object({
  scheduleId: z.number(),
  productName: Text,
  scheduleName: Text,
  /** Whom the timetable names; null without one, or while the teacher has no account. */
  teacherUserId: z.nullable(z.number()),
  people: z.array(
    z.object({
      userId: z.number(),
      nickname: Text,
      headImg: NullableText,
      role: z.enum(scheduleRoles),
      /** Holds the role of an account that this needs; without it the naming rests. */
      isInForce: z.boolean(),
      namedTime: Time,
    }),
  ),
})
export type ScheduleStaff = z.output<typeof ScheduleStaff>

/** Who belongs to a class: they manage its rooms, and nobody else but the education office and administrators. */
export const staffScheduleApi = {
  staff: endpoint('GET /api/staff/schedule/staff', {
    access: 'staff',
    right: 'schedule.staff.view',
    input: z.object({ scheduleId: Id }),
    output: ScheduleStaff,
  }),
  /** One person and class; null takes the naming back. Naming again changes the role. */
  nameStaff: endpoint('POST /api/staff/schedule/staff', {
    access: 'staff',
    right: 'schedule.staff.name',
    writes: 'one',
    input: z.object({ scheduleId: Id, userId: Id, role: z.nullable(z.enum(scheduleRoles)) }),
    output: ScheduleStaff,
  }),
}
