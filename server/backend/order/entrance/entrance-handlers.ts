import type { Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import type { Database } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findOwnOrder } from '#server/backend/order/checkout/own-order-store.ts'
import { findLessonEntry } from '#server/backend/classroom/lesson/lesson-entry.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Entrance, entranceApi } from '#shared/contract/entrance.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { entranceSteps } from './entrance-steps.ts'
import { type EntranceKey, type EntranceRow, findEntrance, insertCall, markRead } from './entrance-store.ts'

/** The teacher can't be called again so soon. */
const restMs = 60_000

async function toEntrance(db: Database, row: EntranceRow, session: Session, now: number): Promise<Entrance> {
  const { address } = row
  const again = row.calledAt === null ? 0 : row.calledAt.getTime() + restMs
  return {
    id: row.id,
    orderNo: row.orderNo,
    courseName: row.courseName,
    courseUrl: detailUrl(row.lectureType, row.productId),
    lectureType: row.lectureType,
    scheduleName: row.scheduleName,
    beginDate: row.beginDate,
    timeText: row.timeText ?? '',
    notice: row.notice,
    teacher:
      row.teacherName === null
        ? null
        : {
            name: row.teacherName,
            headImg: row.teacherHeadImg,
            title: row.teacherTitle,
            wechat: row.teacherWechat,
            qrCode: row.classQr ?? row.teacherWechatQr,
          },
    steps: entranceSteps(row.lectureType, row.teacherName !== null),
    isRead: row.readAt !== null,
    calledAt: row.calledAt?.getTime() ?? null,
    callAgainTime: again > now ? again : null,
    address: address
      ? `${address.consignee}　${address.phone}　${[address.province, address.city, address.district, address.detail].filter(Boolean).join(' ')}`
      : null,
    way: await findLessonEntry(db, { id: row.productId, lectureType: row.lectureType }, session, new Date(now)),
  }
}

/** The learner's entrance; a foreign or unknown order number is code 405, an order that has none (not paid, given back) is 404. */
async function ownEntrance(
  db: Database,
  userId: number,
  { id, orderNo }: { id?: number | undefined; orderNo?: string | undefined },
): Promise<EntranceRow> {
  if (orderNo !== undefined) await findOwnOrder(db, userId, orderNo)
  const key: EntranceKey = orderNo !== undefined ? { orderNo } : id !== undefined ? { id } : 'latest'
  const row = await findEntrance(db, userId, key)
  if (!row) throw new ApiError(Code.NotFound, '这个订单还没有入学信息')
  return row
}

export const entranceHandlers: Handlers<typeof entranceApi> = {
  async byOrder(ctx, { orderNo }, session) {
    return toEntrance(ctx.db, await ownEntrance(ctx.db, session.userId, { orderNo }), session, ctx.clock.now())
  },

  async byLogin(ctx, _input, session) {
    const row = await findEntrance(ctx.db, session.userId, 'latest')
    return row ? toEntrance(ctx.db, row, session, ctx.clock.now()) : null
  },

  async read(ctx, which, session) {
    const row = await ownEntrance(ctx.db, session.userId, which)
    await markRead(ctx.db, row.id, new Date(ctx.clock.now()))
    return true
  },

  async callTeacher(ctx, which, session) {
    const row = await ownEntrance(ctx.db, session.userId, which)
    if (row.teacherId === null) throw new ApiError(Code.Toast, '这门课没有班主任，有问题请联系客服')
    const now = new Date(ctx.clock.now())
    const call = await insertCall(ctx.db, row.id, now, new Date(now.getTime() - restMs))
    if (call === undefined) throw new ApiError(Code.Toast, '已经通知老师了，请稍等一会儿')
    if (row.teacherUserId !== null) {
      await notify(ctx.db, now, {
        userId: row.teacherUserId,
        topic: 'entrance',
        ref: `entrance-call:${call}:${now.getTime()}`,
        title: '有学员在找你',
        text: `报了《${row.courseName}》的学员请你联系，订单号 ${row.orderNo}。`,
      })
    }
    return true
  },
}
