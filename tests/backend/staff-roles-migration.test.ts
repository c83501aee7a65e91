import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrate, openMemoryDatabase } from '#server/backend/db/database.ts'
import { migrations } from '#server/backend/db/migrations/index.ts'

test('assistants of before become follows, once each, and the audit of before stays', async () => {
  const database = await openMemoryDatabase()
  const { db } = database
  await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateTo('018-read-indexes')
  const { rows } = await sql<{ id: number }>`insert into users (nickname) values ('甲'), ('乙'), ('丙') returning id`.execute(db)
  const [only, both, none] = rows.map(({ id }) => id)
  await sql`insert into user_roles (user_id, role, granted_at) values (${only}, 'assistant', '2026-01-01'), (${both}, 'assistant', '2026-01-01'),
    (${both}, 'follow', '2026-02-01'), (${none}, 'teacher', '2026-03-01')`.execute(db)
  await sql`insert into staff_audits (staff_id, action, subject, subject_id, at) values (${only}, 'order.close', 'order', '1', '2026-01-02')`.execute(db)
  await migrate(db)
  const roles = await db.selectFrom('userRoles').selectAll().orderBy('userRoles.userId').execute()
  expect(roles).toEqual([
    { userId: only, role: 'follow', grantedAt: new Date('2026-01-01T00:00:00Z') },
    { userId: both, role: 'follow', grantedAt: new Date('2026-01-01T00:00:00Z') },
    { userId: none, role: 'teacher', grantedAt: new Date('2026-03-01T00:00:00Z') },
  ])
  await expect(sql`insert into user_roles (user_id, role) values (${none}, 'assistant')`.execute(db)).rejects.toThrow('user_roles_role_check')
  expect(await db.selectFrom('staffAudits').select(['staffAudits.action', 'staffAudits.call', 'staffAudits.worthFen']).execute()).toEqual([{ action: 'order.close', call: null, worthFen: 0 }])
  await database.close()
})
