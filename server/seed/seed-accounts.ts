import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { developerAccounts, developerPasswordHash } from '#server/backend/developer/developer-accounts.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import type { SubjectIds } from './seed-structure.ts'

const passwordSetAt = '2024-01-01T00:00:00+08:00'

/** The developer accounts; the teacher's one belongs to the first teacher of the school. */
export async function seedAccounts(trx: DatabaseTransaction, subjects: ReadonlyMap<string, SubjectIds>): Promise<void> {
  const ids = await insertForIds(
    trx,
    'users',
    developerAccounts.map(({ nickname, phone, isAdmin = false, phoneIsReal = true }) => ({
      nickname,
      phone,
      phoneIsReal,
      isAdmin,
      passwordHash: developerPasswordHash,
      passwordSetAt,
    })),
  )
  const rows = developerAccounts.map((account, index) => ({ ...account, userId: must(ids[index], account.key) }))
  await insertRows(
    trx,
    'userRoles',
    rows.flatMap(({ userId, role }) => (role ? [{ userId, role }] : [])),
  )
  const teacherUser = must(
    rows.find((row) => row.role === 'teacher'),
    'the teacher',
  ).userId
  const teacherId = must(subjects.values().next().value?.teachers.values().next().value, 'the first teacher')
  await trx.updateTable('teachers').set({ userId: teacherUser }).where('teachers.id', '=', teacherId).execute()
}
