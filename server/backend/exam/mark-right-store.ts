import { type RawBuilder, sql } from 'kysely'
import { isNamingInForce } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { notCancelled } from '#server/backend/db/predicates.ts'
import { correctsAll } from '#server/backend/homework/corrector.ts'
import { EnrolmentStatus } from '#shared/contract/enums.ts'

/** SQL: lateral, the class `k` in which a learner takes a paper's course, or took it last; no row without one. */
export function classOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
    select c.id, c.name, c.teacher_id from enrolments n join class_schedules c on c.id = n.schedule_id
    where n.user_id = ${userId} and n.product_id = p.product_id
    order by n.status = ${sql.lit(EnrolmentStatus.active)} desc, n.id desc limit 1) k`
}

/** SQL: somebody is named for a class of the paper `p`'s course, for the class `k` where the learner is in one. */
function isNamed(userId: number, ofClass: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select 1 from schedule_staff n join class_schedules c on c.id = n.schedule_id and ${notCancelled('c')}
    where n.user_id = ${userId} and c.product_id = p.product_id and ${ofClass} and ${isNamingInForce})`
}

/**
 * SQL: the caller may mark what a learner of the class `k` does in a paper `p`: as they may manage that class's room. Head masters, the education
 * office and administrators all.
 */
export function mayMark(session: Session): RawBuilder<boolean> {
  if (correctsAll(session)) return sql`true`
  const { userId } = session
  return sql`(p.product_id is not null and (
    exists (select 1 from teachers t where t.user_id = ${userId} and (t.id = k.teacher_id or (k.teacher_id is null
      and exists (select 1 from product_teachers pt where pt.product_id = p.product_id and pt.teacher_id = t.id))))
    or ${isNamed(userId, sql`(k.id is null or c.id = k.id)`)}))`
}

/** SQL: the caller teaches the course of a paper `p`, or a class of it. */
export function teachesPaper(session: Session): RawBuilder<boolean> {
  if (correctsAll(session)) return sql`true`
  const { userId } = session
  return sql`(p.product_id is not null and (
    exists (select 1 from teachers t where t.user_id = ${userId} and (
      exists (select 1 from product_teachers pt where pt.product_id = p.product_id and pt.teacher_id = t.id)
      or exists (select 1 from class_schedules c where c.product_id = p.product_id and c.teacher_id = t.id and ${notCancelled('c')})))
    or ${isNamed(userId, sql`true`)}))`
}
