import { TicketKind, TicketSide, TicketState } from '#shared/contract/enums.ts'
import { listById, listsPart, moment } from './export-part.ts'

const kinds: Readonly<Record<TicketKind, string>> = {
  [TicketKind.feedback]: '意见反馈',
  [TicketKind.complaint]: '校长信箱',
  [TicketKind.conversation]: '客服',
  [TicketKind.refundAppeal]: '退款申诉',
}
const states: Readonly<Record<TicketState, string>> = {
  [TicketState.open]: '等待处理',
  [TicketState.taken]: '处理中',
  [TicketState.answered]: '已答复',
  [TicketState.closed]: '已结束',
}
const sides: Readonly<Record<TicketSide, string>> = {
  [TicketSide.asker]: '我',
  [TicketSide.staff]: '工作人员',
  [TicketSide.machine]: '系统',
}

/** Feedback, complaints and conversations with what was said on both sides. */
export const tickets = listsPart('反馈与投诉.json', {
  工单: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('tickets')
        .leftJoin('products', 'products.id', 'tickets.courseId')
        .leftJoin('complaintProblems', 'complaintProblems.id', 'tickets.problemId')
        .selectAll('tickets')
        .select(['products.name as courseName', 'complaintProblems.name as problemName'])
        .where('tickets.userId', '=', userId)
        .where('tickets.id', '>', afterId)
        .orderBy('tickets.id')
        .limit(most)
        .execute(),
    (row) => ({
      编号: row.no,
      类别: kinds[row.kind],
      状态: states[row.state],
      课程: row.courseName,
      问题: row.problemName,
      联系方式: row.contact,
      提交时间: moment(row.createdAt),
      首次答复时间: moment(row.firstAnsweredAt),
      结束时间: moment(row.closedAt),
      评分: row.rating,
      评语: row.ratingWords,
    }),
  ),
  往来: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('ticketMessages')
        .innerJoin('tickets', 'tickets.id', 'ticketMessages.ticketId')
        .select([
          'ticketMessages.id',
          'tickets.no',
          'ticketMessages.side',
          'ticketMessages.content',
          'ticketMessages.at',
        ])
        .where('tickets.userId', '=', userId)
        .where('ticketMessages.id', '>', afterId)
        .orderBy('ticketMessages.id')
        .limit(most)
        .execute(),
    (row) => ({ 编号: row.no, 谁: sides[row.side], 内容: row.content, 时间: moment(row.at) }),
  ),
})
