import type { Database } from '#server/backend/db/database.ts'

/** Which of these names somebody bears. */
export function listTakenNicknames(db: Database, names: readonly string[]): Promise<{ nickname: string }[]> {
  return db
    .selectFrom('users')
    .select('users.nickname')
    .where((eb) => eb(eb.fn('lower', ['users.nickname']), 'in', names))
    .execute()
}
