import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/**
 * Excellent homework whose learner agrees is drafted for the works wall; with the homework the work goes, too. What was corrected in a course is
 * found without looking at all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table student_works add column homework_id bigint references homeworks on delete cascade;
create unique index student_works_homework_uq on student_works (homework_id);
create index homeworks_corrected_course_ix on homeworks (course_id, corrected_at desc, id desc) where state = 3;
`,
  )
}
