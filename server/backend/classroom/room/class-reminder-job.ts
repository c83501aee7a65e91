import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'

/** So long before a class its learners are reminded. */
const aheadMs = 24 * 3_600_000

interface ComingClass {
  id: number
  beginAt: Date
  scheduleId: number
  periodId: number
  kind: PeriodKind
  title: string
  courseName: string
  /** Those who are enrolled in it and haven't been told yet. */
  userIds: number[]
}

const refOf = sql`'class:' || s.id || ':' || (extract(epoch from s.begin_at) * 1000)::bigint`

/** Classes that begin soon, with the learners who don't know yet. */
async function listComing(db: Database, now: Date): Promise<ComingClass[]> {
  const { rows } = await sql<ComingClass>`
    select s.id, s.begin_at, s.schedule_id, s.period_id, e.kind, e.title, p.name as course_name, array_agg(n.user_id order by n.user_id) as user_ids
    from schedule_periods s
    join class_schedules k on k.id = s.schedule_id and k.status <> 3
    join periods e on e.id = s.period_id and e.deleted_at is null and e.kind <> ${sql.lit(PeriodKind.video)}
    join products p on p.id = k.product_id and p.deleted_at is null
    join enrolments n on n.schedule_id = k.id and n.product_id = p.id and n.status = 1 and (n.end_at is null or n.end_at > s.begin_at)
    join users u on u.id = n.user_id and u.account_status = 1
    where s.begin_at > ${now} and s.begin_at <= ${new Date(now.getTime() + aheadMs)}
      and not exists (select 1 from notify_messages m join user_messages x on x.message_id = m.id and x.user_id = n.user_id where m.ref = ${refOf})
    group by s.id, e.id, p.id order by s.begin_at, s.id`.execute(db)
  return rows
}

function remind(
  { tx }: BackendContext,
  { id, beginAt, scheduleId, periodId, kind, title, courseName, userIds }: ComingClass,
  now: Date,
): Promise<number> {
  const notice = {
    topic: 'class',
    ref: `class:${id}:${beginAt.getTime()}`,
    title: '上课提醒',
    text: `《${courseName}》的「${title}」${momentText(beginAt.getTime())} 上课（北京时间），开课前半小时可以进教室。`,
    button: { name: '进入教室', url: lessonUrl(kind, periodId, scheduleId) },
  }
  return tx((trx) => notifyMany(trx, now, notice, userIds))
}

/** A day before a class its learners get a message that leads to its room; who enrols later gets it then. */
export const classReminderJob: Job = {
  name: 'classes.remind',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let reminded = 0
    for (const coming of await listComing(ctx.db, now)) reminded += await remind(ctx, coming, now)
    return reminded
  },
}
