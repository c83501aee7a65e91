import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** Timetables ask which lessons of a learner's courses are no live ones that stand: of a class hardly any. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    'create index periods_other_ix on periods (course_id) where kind <> 1 or deleted_at is not null',
  )
}
