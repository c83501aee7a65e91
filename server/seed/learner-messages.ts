import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'

const hourMs = 3_600_000

interface DemoMessage {
  readonly topic: string
  readonly title: string
  readonly text: string
  readonly button?: { readonly name: string; readonly url: string }
  readonly hoursAgo: number
  readonly isRead?: true
  /** Opens by itself until it is confirmed. */
  readonly isForced?: true
}

const messages: readonly DemoMessage[] = [
  {
    topic: 'system',
    title: '上课守则',
    text: '教室里说话对事不对人，发作业前先看一遍别人的。\n录屏只供自己复习，不要外传。\n看过后请点确认。',
    button: { name: '我知道了', url: '' },
    hoursAgo: 2,
    isForced: true,
  },
  {
    topic: 'class',
    title: '今天有课',
    text: '您选的班今天有课，开课前 30 分钟开门。\n需要的材料写在课程介绍里。',
    button: { name: '看课表', url: '/user/timetable?type=live' },
    hoursAgo: 3,
  },
  {
    topic: 'coupon',
    title: '优惠券可以领了',
    text: '系统班专用券已经放出来，报名时自动抵扣。',
    button: { name: '去领券', url: '/coupon' },
    hoursAgo: 26,
  },
  {
    topic: 'class',
    title: '还有课程没选班',
    text: '系统班里有一门直播课还没有选班，选好才有上课时间。',
    button: { name: '看学习路径', url: '/user/sysClass' },
    hoursAgo: 50,
    isRead: true,
  },
  {
    topic: 'order',
    title: '报名成功',
    text: '系统班已经开通，三年内都可以学。',
    button: { name: '看订单', url: '/user/order' },
    hoursAgo: 45 * 24,
    isRead: true,
  },
]

/** Messages of every topic, one of which opens by itself, as if they had come over the last weeks. */
export async function sendLearnerMessages(
  trx: DatabaseTransaction,
  { userId, now }: { readonly userId: number; readonly now: number },
): Promise<void> {
  for (const [index, { hoursAgo, isRead, isForced, button, ...message }] of messages.entries()) {
    const ref = `demo:${userId}:${index}`
    const at = new Date(now - hoursAgo * hourMs)
    await notify(trx, at, { userId, ref, ...message, ...(button ? { button } : {}) })
    if (isRead)
      await sql`update user_messages set read_at = ${at}::timestamptz + interval '1 hour'
        where user_id = ${userId} and message_id = (select id from notify_messages where ref = ${ref})`.execute(trx)
    if (isForced) {
      await sql`update notify_messages set need_confirm = true, button_url = null where ref = ${ref}`.execute(trx)
      await sql`update user_messages set awaits_confirm = true
        where user_id = ${userId} and message_id = (select id from notify_messages where ref = ${ref})`.execute(trx)
    }
  }
}
