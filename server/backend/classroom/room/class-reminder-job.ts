import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { lessonUrl, roomEarlyMs } from '#shared/rules/room-url.ts'
import { type ReminderScope, type ComingClass, listComing } from './coming-class-store.ts'

/** One time at which people are reminded of a class. */
interface Reminder extends ReminderScope {
  readonly title: string
  /** After when the class is. */
  readonly closing: string
}

const reminders: readonly Reminder[] = [
  {
    aheadMs: 24 * 3_600_000,
    suffix: '',
    title: '上课提醒',
    closing: '，开课前半小时可以进教室',
    people: 'enrolled',
  },
  {
    aheadMs: roomEarlyMs,
    suffix: ':asked',
    title: '快要上课了',
    closing: '，现在可以进教室',
    people: 'asked',
  },
]

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
