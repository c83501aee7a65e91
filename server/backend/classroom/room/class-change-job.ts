import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { type Notice, notifyMany } from '#server/backend/message/notify.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { lessonUrl } from '#shared/rules/room-url.ts'
import { type CalledOff, listCalledOff, listMoved, type MovedClass, movedRef } from './class-change-store.ts'

type News = Omit<Notice, 'userId'>

const timetable = { name: '看课表', url: '/user/timetable?type=live' } as const

function movedNews(moved: MovedClass): News {
  const { courseName, title, formerBeginAt, beginAt, kind, periodId, scheduleId } = moved
  return {
    topic: 'class',
    ref: movedRef(moved),
    title: '上课时间改了',
    text: `《${courseName}》的「${title}」原定 ${momentText(formerBeginAt.getTime())}，改到 ${momentText(beginAt.getTime())} 上课（北京时间）。`,
    button: { name: '看这节课', url: lessonUrl(kind, periodId, scheduleId) },
  }
}

function offNews({ name, title, courseName, scheduleName, beginAt }: CalledOff): News {
  const moment = momentText(beginAt.getTime())
  return {
    topic: 'class',
    ref: name,
    title: title === null ? '班级停开了' : '一节课取消了',
    text:
      title === null
        ? `《${courseName}》的「${scheduleName}」停开了，${moment} 起的课都不上了。付过费的可以在“我的订单”里申请退款，不受 7 天限制。`
        : `《${courseName}》的「${title}」取消了，${moment} 不上课。`,
    button: timetable,
  }
}

/** Each is a transaction of its own: one that fails holds no other back. */
async function tell(
  { tx }: BackendContext,
  news: readonly { readonly notice: News; readonly userIds: readonly number[] }[],
  now: Date,
): Promise<number> {
  let told = 0
  for (const { notice, userIds } of news) told += await tx((trx) => notifyMany(trx, now, notice, userIds))
  return told
}

/** Tells learners of classes to come that were moved or called off, each change once. */
export const classChangeJob: Job = {
  name: 'classes.changed',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    const moved = await listMoved(ctx.db, now)
    const off = await listCalledOff(ctx.db, now)
    return tell(
      ctx,
      [
        ...moved.map((one) => ({ notice: movedNews(one), userIds: one.userIds })),
        ...off.map((one) => ({ notice: offNews(one), userIds: one.userIds })),
      ],
      now,
    )
  },
}
