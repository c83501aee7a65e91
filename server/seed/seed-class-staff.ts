import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { alwaysOnLive } from './always-on.ts'
import { developerAccounts } from '#server/backend/developer/developer-accounts.ts'

/** Before every class of the seed. */
const namedAt = new Date('2024-01-01T00:00:00+08:00')

/** The developer account that follows classes up is named for those of the course that is always on. */
export async function seedClassStaff(trx: DatabaseTransaction): Promise<void> {
  const phone = developerAccounts.find(({ key }) => key === 'follow')?.phone
  await sql`
    insert into schedule_staff (schedule_id, user_id, role, named_at)
    select k.id, u.id, 'assistant', ${namedAt} from class_schedules k join products p on p.id = k.product_id and p.name = ${alwaysOnLive}
    join users u on u.phone = ${phone}`.execute(trx)
}
