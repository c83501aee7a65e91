import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { ExamStatus, PaperState } from '#shared/contract/enums.ts'
import { isOver, type OwnExam, ownExams } from './own-exam-store.ts'

/** An exam with its window; one without beginning and end has no place in time. */
export type ExamWindow = Pick<
  OwnExam,
  'id' | 'title' | 'courseName' | 'beginAt' | 'endAt' | 'deadlineAt' | 'status' | 'url'
>

/** More than these nobody has at once. */
const mostWindows = 50

const columns = sql`x.id, x.title, x.course_name, x.begin_at, x.end_at, x.deadline_at, x.status, x.url`

/** Windows that open or end within a span, the soonest end first; what was taken back only when it was handed in before. */
export async function listExamWindows(
  db: Database,
  userId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<ExamWindow[]> {
  const { rows } = await sql<ExamWindow>`
    select ${columns} from ${ownExams(userId, now)}
    where ((x.begin_at >= ${from} and x.begin_at < ${to}) or (x.end_at >= ${from} and x.end_at < ${to}))
      and (${isOver} or x.paper_state = ${sql.lit(PaperState.published)})
    order by coalesce(x.end_at, x.begin_at), x.id limit ${sql.lit(mostWindows)}`.execute(db)
  return rows
}

/** Windows of exams that are still to be taken or under way and weren't taken back, the soonest end first. */
export async function listOpenWindows(db: Database, userId: number, now: Date): Promise<ExamWindow[]> {
  const { rows } = await sql<ExamWindow>`
    select ${columns} from ${ownExams(userId, now)}
    where not (${isOver}) and x.paper_state = ${sql.lit(PaperState.published)} and (x.end_at is not null or (x.begin_at is not null and x.status = ${sql.lit(ExamStatus.notBegun)}))
    order by coalesce(x.deadline_at, x.end_at, x.begin_at), x.id limit ${sql.lit(mostWindows)}`.execute(db)
  return rows
}
