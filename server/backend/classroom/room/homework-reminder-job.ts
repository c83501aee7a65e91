import type { Job } from '#server/backend/context/jobs.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { homeworkUrl } from '#shared/rules/room-url.ts'
import { listEndedClasses } from './ended-class-store.ts'

/** After a class its learners are told of its homework, once. */
export const homeworkReminderJob: Job = {
  name: 'classes.homework',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let told = 0
    for (const { roomId, title, courseName, nextAt, periodId, scheduleId, userIds } of await listEndedClasses(
      ctx.db,
      now,
    )) {
      const until = nextAt ? `，${momentText(nextAt.getTime())} 的课前做完` : ''
      const notice = {
        topic: 'class',
        ref: `homework:${roomId}`,
        title: '课后作业',
        text: `《${courseName}》的「${title}」留了作业${until}。`,
        button: { name: '去做作业', url: homeworkUrl(periodId, scheduleId) },
      }
      told += await ctx.tx((trx) => notifyMany(trx, now, notice, userIds))
    }
    return told
  },
}
