import type { Kysely } from 'kysely'
import { runStatements } from './run-statements.ts'

/** What a teacher's stream carries just now, which the staff of its room are shown; null before its ingest told it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await runStatements(
    db,
    `
alter table live_recordings
  add column measured_at timestamptz,
  add column bits_per_second integer check (bits_per_second >= 0),
  add column width integer check (width > 0),
  add column height integer check (height > 0),
  add column frame_rate real check (frame_rate >= 0),
  add column small_state text check (small_state in ('off', 'needless', 'running', 'resting'));
`,
  )
}
