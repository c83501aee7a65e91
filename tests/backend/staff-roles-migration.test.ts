import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/backend/db/database.ts'
import { up } from '#server/backend/db/migrations/019-staff-rights.ts'
import { runStatements } from '#server/backend/db/migrations/run-statements.ts'
import { openTestDatabase } from '../support/backend-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

/** Takes the migration back, so that the database is as it was before it. */
async function goBack({ db }: OpenDatabase): Promise<void> {
  await runStatements(
    db as never,
    `
drop trigger staff_audits_final on staff_audits;
drop trigger staff_audits_kept on staff_audits;
drop function staff_audits_are_final();
drop index staff_audits_staff_ix;
alter table staff_audits drop column call, drop column held_right, drop column before, drop column after, drop column worth_fen;
alter table user_roles drop constraint user_roles_role_check;
alter table user_roles add constraint user_roles_role_check
  check (role in ('teacher', 'follow', 'education', 'headMaster', 'instructor', 'assistant'));
`,
  )
}

test('former assistants become follows, once, the audit stays', async () => {
  const { db } = database
  await goBack(database)
  const { rows } = await sql<{
    id: number
  }>`insert into users (nickname) values ('甲'), ('乙'), ('丙') returning id`.execute(db)
  const [only, both, none] = rows.map(({ id }) => id)
  await sql`insert into user_roles (user_id, role, granted_at) values (${only}, 'assistant', '2026-01-01'),
    (${both}, 'assistant', '2026-01-01'), (${both}, 'follow', '2026-02-01'), (${none}, 'teacher', '2026-03-01')`.execute(
    db,
  )
  await sql`insert into staff_audits (staff_id, action, subject, subject_id, at)
    values (${only}, 'order.close', 'order', '1', '2026-01-02')`.execute(db)
  await up(db as never)
  const roles = await db
    .selectFrom('userRoles')
    .selectAll()
    .where('userRoles.userId', '>=', only ?? 0)
    .orderBy('userRoles.userId')
    .execute()
  expect(roles).toEqual([
    { userId: only, role: 'follow', grantedAt: new Date('2026-01-01T00:00:00Z') },
    { userId: both, role: 'follow', grantedAt: new Date('2026-01-01T00:00:00Z') },
    { userId: none, role: 'teacher', grantedAt: new Date('2026-03-01T00:00:00Z') },
  ])
  const assistant = sql`insert into user_roles (user_id, role) values (${none}, 'assistant')`.execute(db)
  await expect(assistant).rejects.toThrow('user_roles_role_check')
  const kept = await db
    .selectFrom('staffAudits')
    .select(['staffAudits.action', 'staffAudits.call', 'staffAudits.worthFen'])
    .execute()
  expect(kept).toEqual([{ action: 'order.close', call: null, worthFen: 0 }])
})
