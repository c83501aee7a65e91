import { type RawBuilder, sql } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, notCancelled } from '#server/backend/db/predicates.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { EnrolmentStatus, PeriodKind } from '#shared/contract/enums.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { lessonUrl, roomEarlyMs } from '#shared/rules/room-url.ts'

/** One time at which people are reminded of a class. */
interface Reminder {
  /** Before the class. */
  readonly aheadMs: number
  /** At the end of the message's name, which makes it happen once for each time at which the class begins. */
  readonly suffix: string
  readonly title: string
  /** After when the class is. */
  readonly closing: string
  /** Ids of users and until when it is theirs (null: always), of the class at `s`, whose schedule is `k` and whose product is `p`. */
  readonly people: RawBuilder<{ userId: number; endAt: Date | null }>
}

const reminders: readonly Reminder[] = [
  {
    aheadMs: 24 * 3_600_000,
    suffix: '',
    title: '上课提醒',
    closing: '，开课前半小时可以进教室',
    people: sql`select x.user_id, x.end_at from enrolments x where x.schedule_id = k.id and x.product_id = p.id and x.status = ${sql.lit(EnrolmentStatus.active)}`,
  },
  {
    aheadMs: roomEarlyMs,
    suffix: ':asked',
    title: '快要上课了',
    closing: '，现在可以进教室',
    people: sql`select x.user_id, null::timestamptz as end_at from class_reminders x where x.schedule_period_id = s.id`,
  },
]

interface ComingClass {
  id: number
  beginAt: Date
  scheduleId: number
  periodId: number
  kind: PeriodKind
  title: string
  courseName: string
  /** Those whom it is for and who haven't been told yet. */
  userIds: number[]
}

/** Classes that begin soon, with the people who don't know yet. */
async function listComing(db: Database, { aheadMs, suffix, people }: Reminder, now: Date): Promise<ComingClass[]> {
  const { rows } = await sql<ComingClass>`
    select s.id, s.begin_at, s.schedule_id, s.period_id, e.kind, e.title, p.name as course_name, array_agg(n.user_id order by n.user_id) as user_ids
    from schedule_periods s
    join class_schedules k on k.id = s.schedule_id and ${notCancelled('k')}
    join periods e on e.id = s.period_id and e.deleted_at is null and e.kind <> ${sql.lit(PeriodKind.video)}
    join products p on p.id = k.product_id and p.deleted_at is null
    join lateral (${people}) n on n.end_at is null or n.end_at > s.begin_at
    join users u on u.id = n.user_id and ${activeAccount('u')}
    where s.begin_at > ${now} and s.begin_at <= ${new Date(now.getTime() + aheadMs)}
      and not exists (select 1 from notify_messages m join user_messages x on x.message_id = m.id and x.user_id = n.user_id
        where m.ref = 'class:' || s.id || ':' || (extract(epoch from s.begin_at) * 1000)::bigint || ${suffix}::text)
    group by s.id, e.id, p.id order by s.begin_at, s.id`.execute(db)
  return rows
}

function remind(
  { tx }: BackendContext,
  { id, beginAt, scheduleId, periodId, kind, title, courseName, userIds }: ComingClass,
  { suffix, title: heading, closing }: Reminder,
  now: Date,
): Promise<number> {
  const notice = {
    topic: 'class',
    ref: `class:${id}:${beginAt.getTime()}${suffix}`,
    title: heading,
    text: `《${courseName}》的「${title}」${momentText(beginAt.getTime())} 上课（北京时间）${closing}。`,
    button: { name: '进入教室', url: lessonUrl(kind, periodId, scheduleId) },
  }
  return tx((trx) => notifyMany(trx, now, notice, userIds))
}

/**
 * A day before a class its learners get a message that leads to its room; who enrols later gets it then. Half an hour before, whoever has
 * asked for that gets one.
 */
export const classReminderJob: Job = {
  name: 'classes.remind',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let reminded = 0
    for (const reminder of reminders)
      for (const coming of await listComing(ctx.db, reminder, now)) reminded += await remind(ctx, coming, reminder, now)
    return reminded
  },
}
