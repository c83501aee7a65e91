import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import { CaseKind, ForumTarget } from '#shared/contract/enums.ts'
import type { ForumAppeal, ForumCase, ForumDecision } from '#shared/contract/staff-forum.ts'
import { forumClauseText } from '#shared/rules/forum-clauses.ts'
import type { AppealRow } from './appeal-store.ts'
import type { QueueRow } from './case-store.ts'
import type { NamedDecision } from './decision-store.ts'
import type { QueueFigures } from './figures-store.ts'
import type { ReportRow } from './report-store.ts'

const summaryLength = 80

function firstWords({ target, summary }: QueueRow): string {
  const text = target === ForumTarget.revision ? sanitiseHtml(summary, { links: 'user' }).text : summary
  return Array.from(text.replace(/\s+/g, ' ')).slice(0, summaryLength).join('')
}

/** A case as `userId` sees it at `now`. */
export function toCase(row: QueueRow, userId: number, now: number): ForumCase {
  const { claimedBy, claimedUntil } = row
  const isHeld = claimedBy !== null && claimedUntil !== null && claimedUntil.getTime() > now
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    targetId: row.targetId,
    postId: row.postId,
    title: row.title,
    summary: firstWords(row),
    plate: { id: row.plateId, name: row.plateName },
    author: { id: row.authorId, nickname: row.authorNickname },
    openTime: row.openedAt.getTime(),
    dueTime: row.dueAt.getTime(),
    isOverdue: row.closedAt === null && row.dueAt.getTime() < now,
    reports: row.kind === CaseKind.report ? row.reports : 0,
    claim: isHeld
      ? {
          by: { id: claimedBy, nickname: row.claimerNickname ?? '' },
          isMine: claimedBy === userId,
          untilTime: claimedUntil.getTime(),
        }
      : null,
  }
}

function stateOf(row: NamedDecision): ForumDecision['state'] {
  if (row.overturnedAt !== null) return 'overturned'
  if (row.takenBackAt !== null) return 'taken-back'
  if (row.lapsedAt !== null) return 'lapsed'
  return row.toldAt === null ? 'untold' : 'told'
}

export function toDecision(row: NamedDecision): ForumDecision {
  return {
    id: row.id,
    act: row.act,
    target: row.target,
    targetId: row.targetId,
    postId: row.postId,
    author: { id: row.authorId, nickname: row.authorNickname },
    by: { id: row.byId, nickname: row.byNickname },
    title: row.title,
    content: row.content,
    clause: row.clause === null ? null : forumClauseText(row.clause),
    reason: row.reason,
    note: row.note,
    banDays: row.banDays,
    time: row.at.getTime(),
    tellTime: row.tellAt.getTime(),
    state: stateOf(row),
  }
}

export function toReport(row: ReportRow) {
  return {
    id: row.id,
    reporter: { id: row.reporterId, nickname: row.reporterNickname },
    clause: forumClauseText(row.clause),
    words: row.words,
    pictures: row.pictures,
    time: row.at.getTime(),
  }
}

export function toAppeal(
  row: AppealRow,
  decision: NamedDecision,
  { mayDecide, now }: { mayDecide: boolean; now: number },
): ForumAppeal {
  return {
    id: row.id,
    user: { id: row.userId, nickname: row.userNickname },
    words: row.words,
    pictures: row.pictures,
    time: row.at.getTime(),
    dueTime: row.dueAt.getTime(),
    isOverdue: row.decidedAt === null && row.dueAt.getTime() < now,
    mayDecide,
    decision: toDecision(decision),
    decidedBy: row.decidedBy === null ? null : { id: row.decidedBy, nickname: row.decidedByNickname ?? '' },
    answerTime: row.decidedAt?.getTime() ?? null,
    isWon: row.isWon,
    answer: row.answer,
  }
}

export function toFigures({ inTime, medianMinutes, ...figures }: QueueFigures) {
  return {
    ...figures,
    medianMinutes: medianMinutes === null ? null : Math.round(medianMinutes),
    inTimePercent: figures.answered === 0 ? null : Math.round((inTime * 100) / figures.answered),
  }
}
