import { BanDays, DecisionAct } from '#shared/contract/enums.ts'
import { forumClauseText } from '#shared/rules/forum-clauses.ts'
import { listById, listsPart, moment } from './export-part.ts'

const acts = new Map<number, string>([
  [DecisionAct.approve, '通过'],
  [DecisionAct.refuse, '没有通过'],
  [DecisionAct.remove, '移除'],
  [DecisionAct.keep, '保留'],
  [DecisionAct.warn, '提醒'],
  [DecisionAct.ban, '禁言'],
])

/** What was decided about a learner in the forum, what they said against it, and what they reported. */
export const dueProcess = listsPart('社区处理记录.json', {
  处理: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumDecisions')
        .selectAll('forumDecisions')
        .where('forumDecisions.authorId', '=', userId)
        .where('forumDecisions.toldAt', 'is not', null)
        .where('forumDecisions.id', '>', afterId)
        .orderBy('forumDecisions.id')
        .limit(most)
        .execute(),
    (row) => ({
      处理: acts.get(row.act),
      标题: row.title,
      内容: row.content,
      条款: row.clause === null ? null : forumClauseText(row.clause),
      理由: row.reason,
      附言: row.note,
      禁言天数: row.banDays === BanDays.forGood ? '长期' : row.banDays,
      时间: moment(row.toldAt),
      撤销时间: moment(row.overturnedAt),
    }),
  ),
  申诉: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumAppeals')
        .selectAll('forumAppeals')
        .where('forumAppeals.userId', '=', userId)
        .where('forumAppeals.id', '>', afterId)
        .orderBy('forumAppeals.id')
        .limit(most)
        .execute(),
    (row) => ({
      处理编号: row.decisionId,
      内容: row.words,
      图片: row.pictures,
      时间: moment(row.at),
      答复: row.answer,
      成立: row.isWon,
      答复时间: moment(row.decidedAt),
    }),
  ),
  举报: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumReports')
        .selectAll('forumReports')
        .where('forumReports.reporterId', '=', userId)
        .where('forumReports.id', '>', afterId)
        .orderBy('forumReports.id')
        .limit(most)
        .execute(),
    (row) => ({
      理由: forumClauseText(row.clause),
      说明: row.words,
      图片: row.pictures,
      时间: moment(row.at),
      告知结果: moment(row.toldAt),
    }),
  ),
  禁言: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('forumBans')
        .selectAll('forumBans')
        .where('forumBans.userId', '=', userId)
        .where('forumBans.id', '>', afterId)
        .orderBy('forumBans.id')
        .limit(most)
        .execute(),
    (row) => ({
      开始: moment(row.begunAt),
      到: row.untilAt === null ? '长期' : moment(row.untilAt),
      解除: moment(row.liftedAt),
      条款: row.clause === null ? null : forumClauseText(row.clause),
      理由: row.reason,
    }),
  ),
})
