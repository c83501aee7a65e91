import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { LectureType } from '#shared/contract/enums.ts'
import { OrderStatus } from '#shared/contract/enums.ts'

export interface EntranceRow {
  id: number
  orderNo: string
  productId: number
  courseName: string
  lectureType: LectureType
  scheduleName: string | null
  beginDate: string | null
  timeText: string | null
  notice: string | null
  classQr: string | null
  teacherId: number | null
  teacherUserId: number | null
  teacherName: string | null
  teacherHeadImg: string | null
  teacherTitle: string | null
  teacherWechat: string | null
  teacherWechatQr: string | null
  readAt: Date | null
  calledAt: Date | null
  address: { consignee: string; phone: string; province: string; city: string; district: string; detail: string } | null
}

/** Which entrance of a learner: by its id, by the order's number, or the latest unread one, else the latest. */
export type EntranceKey = { readonly id: number } | { readonly orderNo: string } | 'latest'

/** A learner's entrance as its page shows it. An order that was given back wholly, or closed, has no entrance any more. */
export async function findEntrance(db: Database, userId: number, key: EntranceKey): Promise<EntranceRow | undefined> {
  const which = key === 'latest' ? sql`true` : 'id' in key ? sql`e.id = ${key.id}` : sql`o.sn = ${key.orderNo}`
  const { rows } = await sql<EntranceRow>`
    select e.id, o.sn as order_no, o.product_id, p.name as course_name, p.lecture_type, s.name as schedule_name, s.begin_date, s.time_text, s.notice,
      s.wechat_qr as class_qr, t.id as teacher_id, t.user_id as teacher_user_id, t.name as teacher_name, t.head_img as teacher_head_img, t.title as teacher_title,
      t.wechat as teacher_wechat, t.wechat_qr as teacher_wechat_qr, e.read_at, c.called_at, o.address
    from entrances e
    join orders o on o.id = e.order_id
    join products p on p.id = o.product_id
    left join class_schedules s on s.id = o.schedule_id
    left join teachers t on t.id = e.teacher_id
    left join lateral (select called_at from entrance_calls where entrance_id = e.id order by called_at desc limit 1) c on true
    where e.user_id = ${userId} and o.status in (${sql.lit(OrderStatus.allPaid)}, ${sql.lit(OrderStatus.partlyPaid)}, ${sql.lit(OrderStatus.partRefund)}) and ${which}
    order by (e.read_at is null) desc, e.id desc limit 1`.execute(db)
  return rows[0]
}

/** Notes that its page was opened; only the first time counts. */
export async function markRead(trx: Database, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('entrances')
    .set({ readAt: now })
    .where('entrances.id', '=', id)
    .where('entrances.readAt', 'is', null)
    .execute()
}

/**
 * Calls the teacher: a new call, or an open one again when the last was before `restedBefore`. Answers the call's id, or undefined while
 * the button rests; the one open call an entrance may have makes two presses at once one call.
 */
export async function insertCall(
  trx: Database,
  entranceId: number,
  now: Date,
  restedBefore: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into entrance_calls as c (entrance_id, called_at)
    select ${entranceId}::bigint, ${now}::timestamptz
    where not exists (select 1 from entrance_calls r where r.entrance_id = ${entranceId}::bigint and r.called_at > ${restedBefore}::timestamptz)
    on conflict (entrance_id) where handled_at is null do update set called_at = excluded.called_at where c.called_at <= ${restedBefore}::timestamptz
    returning id`.execute(trx)
  return rows[0]?.id
}
