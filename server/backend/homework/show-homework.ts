import type { Database } from '#server/backend/db/database.ts'
import { HomeworkState, PeriodKind } from '#shared/contract/enums.ts'
import type { Homework, HomeworkRound } from '#shared/contract/homework.ts'
import { answerWithinMs } from './corrector.ts'
import { findLearner, type HomeworkView, listRounds, listTaskPictures, type RoundRow } from './homework-store.ts'

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null

/** Why nothing may be handed in at `now`, in words; undefined when it may. */
export function refusalOf(view: HomeworkView, now: Date): string | undefined {
  if (view.state === HomeworkState.corrected) return '作业已经批改，不能再改'
  const waits = view.state === HomeworkState.waitingCorrection
  if (view.isRefunded) return `这门课已经退款，不再收作业${waits ? '，交过的也不再批改' : ''}；以前写的还能看`
  if (!view.isActive) return `学习期已经结束，不能再交作业${waits ? '；交过的照常批改' : ''}`
  if (view.closedAt !== null) return '这次作业已经截止，不再收了'
  const hasBegun = view.beginAt === null ? view.kind === PeriodKind.video : view.beginAt <= now
  if (!hasBegun && view.id === null) return view.beginAt === null ? '这节课还没有安排时间' : '上课以后就能交作业了'
  return undefined
}

/** What is drawn while somebody corrects is seen by its learner when it comes back. */
function toRound({ id: _id, submittedAt, correctedAt, returnedAt, ...row }: RoundRow, isDesk: boolean): HomeworkRound {
  return {
    ...row,
    markCount: isDesk || row.outcome !== null ? row.markCount : 0,
    submitTime: submittedAt.getTime(),
    correctTime: timeOf(correctedAt),
    returnTime: timeOf(returnedAt),
  }
}

/** A homework with its task, rounds and files; for its learner, or for who corrects it. */
export async function showHomework(
  db: Database,
  view: HomeworkView,
  { now, isDesk }: { now: Date; isDesk: boolean },
): Promise<Homework> {
  const refusal = refusalOf(view, now)
  const rounds = view.id === null ? [] : await listRounds(db, view.id)
  return {
    id: view.id,
    state: view.state,
    version: view.version,
    course: { id: view.courseId, name: view.courseName },
    schedule: view.scheduleId === null ? null : { id: view.scheduleId, name: view.scheduleName ?? '' },
    period: { id: view.periodId, name: view.periodName, kind: view.kind, hasCoachFilm: view.hasCoachFilm },
    title: view.title,
    requirement: view.requirement,
    pictures: await listTaskPictures(db, view.taskId),
    dueTime: timeOf(view.dueAt),
    isClosed: view.closedAt !== null,
    canHandIn: !isDesk && refusal === undefined,
    refusal: refusal ?? null,
    rounds: rounds.map((round) => toRound(round, isDesk)),
    isExcellent: view.isExcellent,
    mayShow: view.mayShow,
    desk: isDesk
      ? {
          learner: await findLearner(db, view.userId),
          isRefunded: view.isRefunded,
          answerDueTime: (view.submittedAt ?? now).getTime() + answerWithinMs,
        }
      : null,
  }
}
