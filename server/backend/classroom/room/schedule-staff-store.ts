import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AccountStatus, ScheduleStatus } from '#shared/contract/enums.ts'
import type { StaffRole } from '#shared/contract/staff-rights.ts'
import { rolesOfScheduleRole, type ScheduleRole, scheduleRoles } from '#shared/contract/staff-schedule.ts'

const list = (words: readonly string[]): RawBuilder<unknown> => sql.join(words.map((word) => sql.lit(word)))

/** SQL: a naming `n` of `schedule_staff` counts while its person holds a role of an account that it needs. */
export const isNamingInForce: RawBuilder<boolean> = sql`exists (select 1 from user_roles r where r.user_id = n.user_id and (${sql.join(
  scheduleRoles.map((role) => sql`(n.role = ${sql.lit(role)} and r.role in (${list(rolesOfScheduleRole[role])}))`),
  sql` or `,
)}))`

/** SQL: somebody belongs to the staff of a class, as its teacher by the timetable or by being named. */
export function isOfScheduleStaff(
  userId: RawBuilder<unknown>,
  { scheduleId, teacherId }: { readonly scheduleId: RawBuilder<unknown>; readonly teacherId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql`(exists (select 1 from teachers t where t.user_id = ${userId} and t.id = ${teacherId})
    or exists (select 1 from schedule_staff n where n.schedule_id = ${scheduleId} and n.user_id = ${userId} and ${isNamingInForce}))`
}

export interface ScheduleRow {
  productName: string
  scheduleName: string
  teacherUserId: number | null
}

/** A class and whom its timetable names; undefined when there is none, or it was called off. */
export function findSchedule(db: Database, scheduleId: number): Promise<ScheduleRow | undefined> {
  return db
    .selectFrom('classSchedules')
    .innerJoin('products', 'products.id', 'classSchedules.productId')
    .leftJoin('teachers', 'teachers.id', 'classSchedules.teacherId')
    .select(['products.name as productName', 'classSchedules.name as scheduleName', 'teachers.userId as teacherUserId'])
    .where('classSchedules.id', '=', scheduleId)
    .where('classSchedules.status', '<>', ScheduleStatus.cancelled)
    .executeTakeFirst()
}

export interface NamedRow {
  userId: number
  nickname: string
  headImg: string | null
  role: ScheduleRole
  isInForce: boolean
  namedAt: Date
}

/** A class has a handful. */
const mostNamed = 50

/** Who is named for a class: teachers, head masters, assistants, each the first named first. */
export async function listNamed(db: Database, scheduleId: number): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select n.user_id, u.nickname, u.head_img, n.role, ${isNamingInForce} as is_in_force, n.named_at
    from schedule_staff n join users u on u.id = n.user_id where n.schedule_id = ${scheduleId}
    order by case n.role when 'teacher' then 1 when 'headMaster' then 2 else 3 end, n.named_at, n.user_id limit ${sql.lit(mostNamed)}`.execute(
    db,
  )
  return rows
}

export interface Naming {
  readonly scheduleId: number
  readonly userId: number
  readonly role: ScheduleRole
  readonly namedBy: number
}

/** False when they were that already. */
export async function saveNaming(
  trx: Database,
  { scheduleId, userId, role, namedBy }: Naming,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into schedule_staff as n (schedule_id, user_id, role, named_by, named_at) values (${scheduleId}, ${userId}, ${role}, ${namedBy}, ${now})
    on conflict (schedule_id, user_id) do update set role = excluded.role, named_by = excluded.named_by, named_at = excluded.named_at
      where n.role <> excluded.role
    returning n.user_id`.execute(trx)
  return rows.length > 0
}

/** False when they weren't named. */
export async function deleteNaming(trx: Database, scheduleId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('scheduleStaff')
    .where('scheduleStaff.scheduleId', '=', scheduleId)
    .where('scheduleStaff.userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isActiveAccount(db: Database, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('users.accountStatus')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return user?.accountStatus === AccountStatus.active
}

/** Whether an account holds one of these roles. */
export async function holdsOneOf(db: Database, userId: number, roles: readonly StaffRole[]): Promise<boolean> {
  const held = await db
    .selectFrom('userRoles')
    .select('userRoles.role')
    .where('userRoles.userId', '=', userId)
    .where('userRoles.role', 'in', roles)
    .executeTakeFirst()
  return held !== undefined
}
